"""Reads files with a reader that the Kaitai Struct compiler made, and prints canonical JSON, one line a file.

usage: read.py FOLDER_OF_MODULE MODULE CLASS FIXED,FIELDS LENGTH   (paths of the files on stdin, one a line)

A line is {"value": ...} or {"refused": message}. Values are as `offload-bundle inspect --json` gives them: numbers as decimal
strings, or {"number", "name"}; lists in file order; bytes as {"offset", "len"}, but those of fixed fields as text. Nothing here
knows a format.

LENGTH is the field that says how long the file is, or empty. What is behind that is cut off: Kaitai's reader does not know that it
belongs to another.
"""
import enum
import importlib
import io
import json
import sys

from kaitaistruct import KaitaiStream, KaitaiStruct


def plain(byte_string):
    """Bytes as text: printable characters as they are, all others escaped."""
    return "".join(chr(b) if 32 <= b < 127 else f"\\x{b:02x}" for b in byte_string)


def canonical(value, fixed):
    if isinstance(value, enum.Enum):
        return {"number": str(value.value), "name": value.name}
    if isinstance(value, KaitaiStruct):
        return record(value, fixed)
    if isinstance(value, list):
        return [canonical(item, fixed) for item in value]
    if isinstance(value, bytes):
        return plain(value)
    if isinstance(value, str):
        return value
    return str(int(value))


def instances(struct):
    """Names of the computed and pointed-at members, in the order of the schema."""
    return [name for name, member in vars(type(struct)).items() if isinstance(member, property)]


def place(struct, name, key):
    """Where the bytes called `name` stand; `key` is what the compiled reader calls them."""
    start = struct._debug[key]["start"]
    # Kaitai goes to a place past the end without complaint as long as nothing is to be read there.
    if start > struct._root._io.size():
        raise ValueError(f"{name}: at {start}, past the end")
    return {"offset": str(start), "len": str(len(getattr(struct, name)))}


def check_place(struct, name):
    """A list without records, or a text without letters, is read wherever it is said to be: past the end, that is no place either."""
    debug = struct._debug.get("_m_" + name)
    if debug is not None and debug["start"] > struct._root._io.size():
        raise ValueError(f"{name}: at {debug['start']}, past the end")


def record(struct, fixed):
    fields = {}
    for name in struct.SEQ_FIELDS + instances(struct):
        value = getattr(struct, name)
        if isinstance(value, bytes) and f"{type(struct).__name__}.{name}" not in fixed:
            fields[name] = place(struct, name, name if name in struct.SEQ_FIELDS else "_m_" + name)
        else:
            if isinstance(value, (list, str)):
                check_place(struct, name)
            fields[name] = canonical(value, fixed)
    return fields


def parsed(reader, content):
    struct = reader(KaitaiStream(io.BytesIO(content)))
    struct._read()
    return struct


def outcome(reader, path, fixed, length):
    try:
        with open(path, "rb") as file:
            content = file.read()
        struct = parsed(reader, content)
        if length:
            said = getattr(struct, length)
            if said > len(content):
                raise ValueError(f"{length}: {said}, past the end")
            struct = parsed(reader, content[:said])
        return {"value": record(struct, fixed)}
    except Exception as error:  # whatever a compiled reader raises is a refusal
        return {"refused": f"{type(error).__name__}: {error}"}


def main():
    folder, module, name, fixed, length = sys.argv[1:]
    sys.path.insert(0, folder)
    reader = getattr(importlib.import_module(module), name)
    for path in sys.stdin.read().splitlines():
        print(json.dumps(outcome(reader, path, fixed.split(","), length)))


main()
