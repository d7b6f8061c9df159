"""Asks your reader the cases that `offload-bundle-conformance export FOLDER` wrote: python3 vectors.py FOLDER"""
import json
import pathlib
import sys


def read(data):
    """Your reader: returns the entries of a binary bundle, or raises ValueError."""
    part = lambda at, size: data[at:at + size] if at + size <= len(data) else fail("the file ends")
    number = lambda at: int.from_bytes(part(at, 8), "little")
    if part(0, 24) != b"__CLANG_OFFLOAD_BUNDLE__":
        fail("the magic is another one")
    at, entries, used = 32, {}, []
    for _ in range(number(24)):
        offset, size, name = number(at), number(at + 8), part(at + 24, number(at + 16))
        entries.setdefault(name.decode(), part(offset, size))
        used.append((offset, offset + size))
        at += 24 + len(name)
    ends = sorted([(0, at)] + used)
    if len(entries) < len(used) or any(one[1] > two[0] for one, two in zip(ends, ends[1:])):
        fail("two entries have one ID, or share bytes")
    return list(entries.items())


def fail(why):
    raise ValueError(why)


folder, wrong = pathlib.Path(sys.argv[1]), 0
cases = [case for case in json.loads((folder / "cases.json").read_text()) if case["op"] == "read"]
for case in cases:
    try:
        found = read((folder / case["input"]["file"]).read_bytes())
        entries = case.get("value", {}).get("entries", [])
        right = case["expect"] != "reject" and found == [
            (entry["id"], (folder / entry["content"]["file"]).read_bytes()) for entry in entries]
    except ValueError:
        right = case["expect"] != "accept"
    wrong += not right
    print("pass" if right else "fail", case["id"], "" if right else case["why"])
print(f"{len(cases) - wrong} of {len(cases)} are right")
sys.exit(wrong > 0)
