"""An implementation of `read` for binary bundles that speaks the pipe protocol of the suite."""
import json
import sys

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"


def number(data, at):
    if at + 8 > len(data):
        raise ValueError("the file ends in the header")
    return int.from_bytes(data[at:at + 8], "little")


def part(data, at, size):
    if at + size > len(data):
        raise ValueError("it reaches behind the end of the file")
    return data[at:at + size]


def read(data):
    if not data.startswith(MAGIC):
        raise ValueError("the magic is another one")
    at, entries, ids, used = 32, [], set(), []
    for _ in range(number(data, 24)):
        offset, size, length = number(data, at), number(data, at + 8), number(data, at + 16)
        name = part(data, at + 24, length).decode()
        entries.append({"id": name, "content": part(data, offset, size).hex()})
        used.append((offset, offset + size))
        ids.add(name)
        at += 24 + length
    ends = sorted([(0, at)] + used)
    if len(ids) < len(entries) or any(one[1] > two[0] for one, two in zip(ends, ends[1:])):
        raise ValueError("two entries have one ID, or share bytes")
    return {"entries": entries}


for line in sys.stdin:
    question = json.loads(line)
    if question["op"] == "describe":
        answer = {"name": "python-example", "version": "1", "protocol": 1, "ops": ["read"]}
    elif question["format"] != "binary_bundle":
        answer = {"id": question["id"], "skipped": "another format"}
    else:
        try:
            answer = {"id": question["id"], "value": read(bytes.fromhex(question["input"]))}
        except ValueError as error:
            answer = {"id": question["id"], "rejected": str(error)}
    print(json.dumps(answer), flush=True)
