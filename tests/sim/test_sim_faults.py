"""`--faults` texts: what they mean, and what is said about a wrong one."""

from __future__ import annotations

import pytest

from sim.faults import Faults, FaultsError, parse_faults


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", Faults()),
        ("miss=0.10,cross=0.02", Faults(miss=0.10, cross=0.02)),
        (" cross = 1 , ", Faults(cross=1.0)),
        ("miss=0", Faults(miss=0.0)),
        ("mangle=0.001,dead=0.02,flicker=0.1", Faults(mangle=0.001, dead=0.02, flicker=0.1)),
        ("silent=0.1,crumbs=1,half=0.2,noise=0.3", Faults(silent=0.1, crumbs=1.0, half=0.2, noise=0.3)),
    ],
)
def test_a_text_names_what_differs_from_a_table_in_good_order(text: str, faults: Faults) -> None:
    assert parse_faults(text) == faults


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mis=0.1", "unknown fault 'mis'; did you mean 'miss'?"),
        ("gremlins=1", "known faults: miss, cross, mangle, dead, flicker"),
        ("miss", "miss needs a probability, as miss=0.05"),
        ("miss=0.1,miss=0.2", "miss is given twice"),
        ("miss=ten", "miss=ten is no probability; give a number from 0 to 1"),
        ("miss=1.5", "from 0 to 1"),
        ("cross=-0.1", "from 0 to 1"),
        ("cross=nan", "from 0 to 1"),
        ("miss=", "from 0 to 1"),
    ],
)
def test_a_wrong_text_is_answered_with_the_remedy(text: str, says: str) -> None:
    with pytest.raises(FaultsError) as error:
        parse_faults(text)
    assert says in str(error.value)
