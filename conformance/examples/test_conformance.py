"""Each case of the suite as a test of pytest. The suite asks the program once; conformance/NAME.txt lists its known failures."""
import json
import pathlib
import subprocess
import sys
import tempfile

import pytest

HERE = pathlib.Path(__file__).parent
ASKED = ["--pipe", f"{sys.executable} {HERE / 'testee.py'}", "--expectations", str(HERE / "conformance")]


def results():
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = subprocess.run(["offload-bundle-conformance", *ASKED, "--json", report], capture_output=True, text=True)
        assert run.returncode < 2, run.stderr
        testee = json.loads(report.read_text())["testees"][0]
    return [(case, verdict, testee["known"].get(case)) for case, verdict in testee["verdicts"].items()]


@pytest.mark.parametrize("case, verdict, known", [pytest.param(*one, id=one[0]) for one in results()])
def test_case(case, verdict, known):
    if verdict["verdict"] in ("skipped", "inconclusive"):
        pytest.skip(verdict["because"])
    if known:
        pytest.xfail(known)
    assert verdict["verdict"] == "pass", verdict.get("because")
