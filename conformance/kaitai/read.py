"""Reads files with a reader that the Kaitai Struct compiler made, and prints canonical JSON, one line a file.

usage: read.py FOLDER_OF_MODULE MODULE CLASS   (paths of the files on stdin, one a line)

A line is {"value": ...} or {"refused": message}. Values are as `offload-bundle inspect --json` gives them: numbers as decimal
strings, lists in file order, the bytes of an instance as {"offset", "len"}. Nothing here knows a format.
"""
import importlib
import json
import sys

from kaitaistruct import KaitaiStream, KaitaiStruct


def plain(byte_string):
    """Bytes as text: printable characters as they are, all others escaped."""
    return "".join(chr(b) if 32 <= b < 127 else f"\\x{b:02x}" for b in byte_string)


def canonical(value):
    if isinstance(value, KaitaiStruct):
        return record(value)
    if isinstance(value, list):
        return [canonical(item) for item in value]
    if isinstance(value, bytes):
        return plain(value)
    if isinstance(value, str):
        return value
    return str(int(value))


def instances(struct):
    """Names of the computed and pointed-at members, in the order of the schema."""
    return [name for name, member in vars(type(struct)).items() if isinstance(member, property)]


def record(struct):
    fields = {name: canonical(getattr(struct, name)) for name in struct.SEQ_FIELDS}
    for name in instances(struct):
        value = getattr(struct, name)
        if isinstance(value, bytes):
            start = struct._debug["_m_" + name]["start"]
            # Kaitai goes to a place past the end without complaint as long as nothing is to be read there.
            if start > struct._root._io.size():
                raise ValueError(f"{name}: at {start}, past the end")
            fields[name] = {"offset": str(start), "len": str(len(value))}
        else:
            fields[name] = canonical(value)
    return fields


def outcome(reader, path):
    try:
        with open(path, "rb") as file:
            struct = reader(KaitaiStream(file))
            struct._read()
            return {"value": record(struct)}
    except Exception as error:  # whatever a compiled reader raises is a refusal
        return {"refused": f"{type(error).__name__}: {error}"}


def main():
    folder, module, name = sys.argv[1:]
    sys.path.insert(0, folder)
    reader = getattr(importlib.import_module(module), name)
    for path in sys.stdin.read().splitlines():
        print(json.dumps(outcome(reader, path)))


main()
