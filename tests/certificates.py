"""Certificate authorities made by openssl for one test: none lies in the repository."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


class Authority:
    """A certificate authority of this test, and what it signs."""

    def __init__(self, folder: Path, name: str) -> None:
        self.certificate = folder / f"{name}.pem"
        self._key = folder / f"{name}.key"
        self._folder = folder
        extensions = ("-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
        _openssl("req", "-x509", *_new_key(self._key), "-out", self.certificate, "-days", "2", "-subj", f"/CN={name}", *extensions)

    def sign(self, host: str, whose: str = "server") -> tuple[Path, Path]:
        """Return certificate and key of somebody called `host`."""
        certificate, key, request, names = (self._folder / f"{whose}.{end}" for end in ("pem", "key", "csr", "ext"))
        names.write_text(f"subjectAltName={'IP' if host[0].isdigit() else 'DNS'}:{host}\nauthorityKeyIdentifier=keyid\n")
        _openssl("req", *_new_key(key), "-out", request, "-subj", f"/CN={host}")
        signing = ("-CA", self.certificate, "-CAkey", self._key, "-CAcreateserial", "-days", "2", "-extfile", names)
        _openssl("x509", "-req", "-in", request, "-out", certificate, *signing)
        return certificate, key


def _new_key(path: Path) -> tuple[object, ...]:
    return ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path)


def _openssl(*arguments: object) -> None:
    program = shutil.which("openssl")
    assert program, "openssl is not installed: apt-get install openssl"
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
