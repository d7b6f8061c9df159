"""Reads files with a reader that the Kaitai Struct compiler made of any schema, and prints what is in them, one line a file.

usage: read_foreign.py FOLDER_OF_MODULE MODULE CLASS   (paths of the files on stdin, one a line)

A line is {"value": ...} or {"refused": message}: whole numbers as decimal strings, {"float": ...}, true and false, {"text": ...},
{"bytes": hexadecimal}, {"number", "name"} for values that an enum names, records as mappings, lists. What is absent is left out, and
so is what a value instance finds elsewhere: records, lists and streams. Nothing here knows a format.
"""
import enum
import importlib
import io
import json
import sys

from kaitaistruct import KaitaiStream, KaitaiStruct


def canonical(value):
    if isinstance(value, enum.Enum):
        return {"number": str(value.value), "name": value.name}
    if isinstance(value, KaitaiStruct):
        return record(value)
    if isinstance(value, (list, tuple)):
        return [canonical(item) for item in value]
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": bytes(value).hex()}
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        return {"float": repr(value)}
    return str(int(value))


def record(struct):
    fields = {}
    for name in struct.SEQ_FIELDS:
        value = getattr(struct, name, None)
        if value is not None:
            fields[name] = canonical(value)
    for name, member in vars(type(struct)).items():
        if not isinstance(member, property):
            continue
        value = getattr(struct, name)
        computed = "_m_" + name not in struct._debug
        if value is None or computed and isinstance(value, (KaitaiStruct, KaitaiStream, list)):
            continue
        fields[name] = canonical(value)
    return fields


def outcome(reader, path):
    try:
        with open(path, "rb") as file:
            struct = reader(KaitaiStream(io.BytesIO(file.read())))
        struct._read()
        return {"value": record(struct)}
    except Exception as error:  # whatever a compiled reader raises is a refusal
        return {"refused": f"{type(error).__name__}: {error}"}


def main():
    sys.setrecursionlimit(10000)
    folder, module, name = sys.argv[1:]
    sys.path.insert(0, folder)
    reader = getattr(importlib.import_module(module), name)
    for path in sys.stdin.read().splitlines():
        print(json.dumps(outcome(reader, path)))


main()
