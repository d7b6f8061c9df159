"""Reads files with readers that the Kaitai Struct compiler made, and prints what it finds as JSON, one line for each line of stdin.

usage: read_foreign.py FOLDER_OF_MODULES   (lines on stdin: MODULE, CLASS and a file's path, with tabs between)

A line is {"value": NODE}, {"refused": message}, {"too-much": true} where reading takes too long or too much room, or {"broken": message}
where the reader is no Python. A node is
  a whole number, as a decimal string; {"number", "name"} where its enum has a name for it;
  true or false; a text, as {"text"}; a float, as {"float": its bits in hexadecimal digits, as big-endian double};
  bytes, as {"bytes": hexadecimal digits}, where they are long as {"bytes": how many, "crc32"};
  {"fields": {name: node}} of a record, in the order of the schema, without fields that are not there; instances come last;
  a list of nodes; {"refers": class} of a value instance that is a record, whose fields are shown where it is read;
  {"refused": message} of an instance that cannot be read or computed.
Nothing here knows a format.
"""
import enum
import gc
import importlib
import io
import json
import resource
import signal
import struct
import sys
import zlib

from kaitaistruct import KaitaiStream, KaitaiStruct

LONG = 64
DEPTH = 64
NODES = 200_000


SECONDS = 5
MEMORY = 1 << 30


class TooMuch(Exception):
    """The tree is deeper or larger than is compared."""


class Reader:
    def __init__(self):
        self.nodes = 0

    def node(self, value, computed, depth):
        self.nodes += 1
        if depth > DEPTH or self.nodes > NODES:
            raise TooMuch()
        if isinstance(value, enum.Enum):
            return {"number": str(value.value), "name": value.name}
        if isinstance(value, KaitaiStruct):
            return {"refers": type(value).__name__} if computed else self.record(value, depth)
        if isinstance(value, list):
            return [self.node(item, computed, depth + 1) for item in value]
        if isinstance(value, (bytes, bytearray)):
            if len(value) > LONG:
                return {"bytes": str(len(value)), "crc32": f"{zlib.crc32(value):08x}"}
            return {"bytes": bytes(value).hex()}
        if isinstance(value, bool):
            return value
        if isinstance(value, str):
            return {"text": value}
        if isinstance(value, float):
            return {"float": struct.pack(">d", value).hex()}
        if isinstance(value, KaitaiStream):
            return {"refers": "stream"}
        return str(int(value))

    def record(self, record, depth):
        fields = {}
        for name in record.SEQ_FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                fields[name] = self.node(value, False, depth + 1)
        instances = [name for name, member in vars(type(record)).items() if isinstance(member, property)]
        for name in instances:
            try:
                value = getattr(record, name)
            except (TooMuch, MemoryError, RecursionError):
                raise
            except Exception as error:  # whatever a compiled reader raises is a refusal
                fields[name] = {"refused": f"{type(error).__name__}: {error}"}
                continue
            if value is not None:
                computed = "_m_" + name not in record._debug
                fields[name] = self.node(value, computed, depth + 1)
        return {"fields": fields}


def expire(*_):
    raise TooMuch()


def outcome(reader, path):
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return value(reader, path)
    except (TooMuch, RecursionError):
        return {"too-much": True}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def value(reader, path):
    try:
        with open(path, "rb") as file:
            content = file.read()
        record = reader(KaitaiStream(io.BytesIO(content)))
        record._read()
    except (TooMuch, MemoryError, RecursionError):
        raise
    except Exception as error:  # whatever a compiled reader raises is a refusal
        return {"refused": f"{type(error).__name__}: {error}"}
    return {"value": Reader().node(record, False, 0)}


def main():
    sys.path.insert(0, sys.argv[1])
    sys.setrecursionlimit(4000)
    signal.signal(signal.SIGALRM, expire)
    # A damaged file can make a reader that was compiled ask for more than there is, or never end.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin.read().splitlines():
        module, name, path = line.split("\t")
        try:
            reader = getattr(importlib.import_module(module), name)
        except Exception as error:
            print(json.dumps({"broken": f"{type(error).__name__}: {error}"}))
            continue
        answer = {"too-much": True}
        try:
            answer = outcome(reader, path)
        except MemoryError:
            pass  # while the error is held, so is what took the memory
        gc.collect()  # records hold each other
        print(json.dumps(answer), flush=True)


main()
