"""Readers that the Kaitai Struct compiler made from our schemas, through the pipe protocol.

The folder with the Python modules is named by OFFLOAD_BUNDLE_KAITAI; `cargo xtask conformance` makes them. The readers have no more than
the schemas' own words: where Kaitai reads less strictly than a schema says, the expectations say so.
"""
import io
import json
import os
import sys

try:
    sys.path.insert(0, os.environ["OFFLOAD_BUNDLE_KAITAI"])
    from binary_bundle import BinaryBundle
    from kaitaistruct import KaitaiStream
    from offload_binary import OffloadBinary
except (KeyError, ImportError) as error:
    sys.exit(f"no readers made by Kaitai: {error}")


def parsed(reader, data):
    struct = reader(KaitaiStream(io.BytesIO(data)))
    struct._read()
    return struct


def read(data):
    bundle = parsed(BinaryBundle, data)
    return {"entries": [{"id": entry.id, "content": entry.code_object.hex()} for entry in bundle.entries]}


def number(value):
    """A number, which Kaitai makes a member of an enumeration where it has a name."""
    return getattr(value, "value", value)


def images(data):
    """The images of all offload binaries, one behind the other."""
    found = []
    while True:
        file = parsed(OffloadBinary, data)
        # Kaitai does not know that what is behind the file belongs to another.
        file = parsed(OffloadBinary, data[:file.len_file])
        for entry in file.header.entries:
            found.append({
                "image_kind": number(entry.image_kind),
                "offload_kind": number(entry.offload_kind),
                "flags": entry.flags,
                "strings": {string.key: string.value for string in entry.strings},
                "content": entry.image.hex(),
            })
        if file.len_file == 0 or file.len_file > len(data):
            raise ValueError(f"the size is {file.len_file} of {len(data)} bytes")
        data = data[file.len_file:].lstrip(b"\0")  # binaries may be padded
        if not data:
            return {"images": found}


def answer(question):
    if question["op"] == "describe":
        return {"name": "kaitai-python", "version": "0.11", "protocol": 1, "ops": ["read", "images"]}
    data = bytes.fromhex(question["input"])
    if question["op"] == "read" and question["format"] != "binary_bundle":
        return {"skipped": "another format"}
    try:
        return {"value": read(data) if question["op"] == "read" else images(data)}
    except Exception as error:  # whatever the reader ends with, it does not take the file
        return {"rejected": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    asked = json.loads(line)
    said = answer(asked)
    if "id" in asked:
        said["id"] = asked["id"]
    print(json.dumps(said), flush=True)
