"""Which waits for the disk a program really makes: its system calls, seen by the kernel's own means (ptrace)."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import Final

import pytest

_LIMIT_S: Final = 120.0
_SYSCALL, _SEIZE, _INTERRUPT, _SYSCALL_INFO = 24, 0x4206, 0x4207, 0x420E
_TRACE_SYSGOOD: Final = 1
_WALL: Final = 0x40000000
_ENTRY: Final = 1
#: machine → its numbers of write, and of fsync, fdatasync, sync_file_range, msync.
_CALLS: Final = {
    "x86_64": (1, {74: "fsync", 75: "fdatasync", 277: "sync_file_range", 26: "msync"}),
    "aarch64": (64, {82: "fsync", 83: "fdatasync", 84: "sync_file_range", 227: "msync"}),
}


class _Info(ctypes.Structure):
    """The kernel's ptrace_syscall_info, at the entry of a call."""

    _fields_ = (
        ("op", ctypes.c_uint8),
        ("pad", ctypes.c_uint8 * 3),
        ("arch", ctypes.c_uint32),
        ("instruction", ctypes.c_uint64),
        ("stack", ctypes.c_uint64),
        ("number", ctypes.c_uint64),
        ("arguments", ctypes.c_uint64 * 6),
    )


def disk_waits(command: Sequence[str], marks_to: int, environment: dict[str, str]) -> list[int]:
    """Run a program and return how often it waited for the disk before its first mark, then up to the next, and so on.

    A mark is a write to the descriptor `marks_to`, which need not be open. The program has to read a line of its input before it begins.
    """
    if platform.machine() not in _CALLS:
        pytest.skip(f"the numbers of the system calls of {platform.machine()} are not known here")
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    libc.ptrace.restype = ctypes.c_long
    process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    limit = threading.Timer(_LIMIT_S, process.kill)
    limit.start()
    try:
        return _watch(libc, process, marks_to)
    finally:
        limit.cancel()
        process.kill()
        if process.stdin is not None:
            process.stdin.close()


def _watch(libc: ctypes.CDLL, process: subprocess.Popen[bytes], marks_to: int) -> list[int]:
    write, waits = _CALLS[platform.machine()]
    if libc.ptrace(_SEIZE, process.pid, None, _TRACE_SYSGOOD) < 0:
        pytest.skip(f"this system lets nobody look at system calls: {os.strerror(ctypes.get_errno())}")
    libc.ptrace(_INTERRUPT, process.pid, None, None)
    assert process.stdin is not None
    process.stdin.write(b"begin\n")
    process.stdin.flush()
    counts, info = [0], _Info()
    while True:
        _, status = os.waitpid(process.pid, _WALL)
        if not os.WIFSTOPPED(status):
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0
            return counts
        stopped_by = os.WSTOPSIG(status)
        if stopped_by == signal.SIGTRAP | 0x80:
            libc.ptrace(_SYSCALL_INFO, process.pid, ctypes.sizeof(info), ctypes.byref(info))
            if info.op == _ENTRY:
                if info.number == write and info.arguments[0] == marks_to:
                    counts.append(0)
                counts[-1] += info.number in waits
        passed_on = 0 if stopped_by & 0x7F == signal.SIGTRAP else stopped_by
        libc.ptrace(_SYSCALL, process.pid, None, passed_on)
