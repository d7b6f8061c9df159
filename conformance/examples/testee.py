"""An implementation of `read` for binary bundles that speaks the pipe protocol of the suite."""
import json
import sys


def read(data):
    def part(at, size):
        if at + size > len(data):
            raise ValueError(f"the file ends before {at + size}")
        return data[at:at + size]

    def number(at):
        return int.from_bytes(part(at, 8), "little")

    if part(0, 24) != b"__CLANG_OFFLOAD_BUNDLE__":
        raise ValueError("the magic is another one")
    at, entries, used = 32, {}, []
    for _ in range(number(24)):
        offset, size, len_id = number(at), number(at + 8), number(at + 16)
        name = part(at + 24, len_id).decode()
        if name in entries:
            raise ValueError("two entries have one ID")
        entries[name] = part(offset, size).hex()
        used.append((offset, offset + size))
        at += 24 + len_id
    ends = sorted([(0, at)] + used)
    if any(one[1] > two[0] for one, two in zip(ends, ends[1:])):
        raise ValueError("two parts share bytes")
    return {"entries": [{"id": name, "content": content} for name, content in entries.items()]}


for line in sys.stdin:
    question = json.loads(line)
    answer = {"id": question.get("id")}
    if question["op"] == "describe":
        answer = {"name": "python-example", "version": "1", "protocol": 1, "ops": ["read"]}
    elif question["format"] != "binary_bundle":
        answer["skipped"] = "another format"
    else:
        try:
            answer["value"] = read(bytes.fromhex(question["input"]))
        except ValueError as error:
            answer["rejected"] = str(error)
    print(json.dumps(answer), flush=True)
