"""AMD's code object manager, libamd_comgr.so.2 or that of the number that the script is given, through the pipe protocol.

It is asked which code object of a bundle serves which target ID (amd_comgr_lookup_code_object, since interface 2.3), and whether it knows
a target ID (amd_comgr_action_info_set_isa_name). It has target IDs without kinds: it looks among the entries of HIP.
"""
import ctypes
import json
import sys

FATBIN = 0x10  # AMD_COMGR_DATA_KIND_FATBIN
NUMBER = sys.argv[1] if len(sys.argv) > 1 else "2"
NAME = "amd-comgr" if NUMBER == "2" else f"amd-comgr-{NUMBER}"
KINDS = ("hip-", "hipv4-")
MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"


class Handle(ctypes.Structure):
    _fields_ = [("handle", ctypes.c_uint64)]


class CodeObject(ctypes.Structure):
    _fields_ = [("isa", ctypes.c_char_p), ("size", ctypes.c_size_t), ("offset", ctypes.c_uint64)]


class Skipped(Exception):
    pass


class Rejected(Exception):
    pass


def library():
    try:
        comgr = ctypes.CDLL(f"libamd_comgr.so.{NUMBER}")
        comgr.amd_comgr_lookup_code_object
    except (OSError, AttributeError) as error:
        sys.exit(f"no code object manager: {error}")
    comgr.amd_comgr_create_data.argtypes = [ctypes.c_int, ctypes.POINTER(Handle)]
    comgr.amd_comgr_set_data.argtypes = [Handle, ctypes.c_size_t, ctypes.c_char_p]
    comgr.amd_comgr_release_data.argtypes = [Handle]
    comgr.amd_comgr_lookup_code_object.argtypes = [Handle, ctypes.POINTER(CodeObject), ctypes.c_size_t]
    comgr.amd_comgr_create_action_info.argtypes = [ctypes.POINTER(Handle)]
    comgr.amd_comgr_destroy_action_info.argtypes = [Handle]
    comgr.amd_comgr_action_info_set_isa_name.argtypes = [Handle, ctypes.c_char_p]
    return comgr


COMGR = library()


def check(status, what):
    if status != 0:
        raise Rejected(f"{what}: status {status}")


def isa(entry_id):
    """The target ID without its kind."""
    kind = next((kind for kind in KINDS if entry_id.startswith(kind)), None)
    if kind is None or "\0" in entry_id:
        raise Skipped("it looks for code objects of HIP only")
    return entry_id[len(kind):]


def lookup(bundle, ids):
    """Where the code object for each ID lies: offset and size, both 0 where there is none."""
    data = Handle()
    check(COMGR.amd_comgr_create_data(FATBIN, ctypes.byref(data)), "create_data")
    try:
        check(COMGR.amd_comgr_set_data(data, len(bundle), bundle), "set_data")
        wanted = (CodeObject * len(ids))(*[CodeObject(isa(one).encode(), 0, 0) for one in ids])
        check(COMGR.amd_comgr_lookup_code_object(data, wanted, len(ids)), "lookup_code_object")
        return [(one.offset, one.size) for one in wanted]
    finally:
        COMGR.amd_comgr_release_data(data)


def unbundle(bundle, targets, allow_missing):
    outputs = []
    for offset, size in lookup(bundle, targets):
        if (offset, size) == (0, 0) and not allow_missing:
            raise Rejected("there is no such code object")
        # What lies outside of the file is not there to be given out.
        outputs.append({"content": bundle[offset:offset + size].hex()})
    return {"outputs": outputs}


def compatible(stored, asked):
    name, content = stored.encode(), b"code object"
    isa(stored)
    number = lambda value: value.to_bytes(8, "little")
    start = len(MAGIC) + 32 + len(name)
    header = MAGIC + number(1) + number(start) + number(len(content)) + number(len(name))
    return {"compatible": lookup(header + name + content, [asked]) == [(start, len(content))]}


def parse_id(text):
    action = Handle()
    check(COMGR.amd_comgr_create_action_info(ctypes.byref(action)), "create_action_info")
    try:
        check(COMGR.amd_comgr_action_info_set_isa_name(action, isa(text).encode()), "set_isa_name")
    finally:
        COMGR.amd_comgr_destroy_action_info(action)


def answer(question):
    op = question["op"]
    if op == "describe":
        return {"name": NAME, "version": NUMBER, "protocol": 1, "ops": ["compatible", "parse_id", "unbundle"]}
    if op == "parse_id":
        parse_id(question["text"])
        return {"taken": True}
    if op == "compatible":
        return {"value": compatible(question["stored"], question["asked"])}
    if question.get("interchangeable_kinds"):
        raise Skipped("it has no word for that")
    if question["file_type"] != "bc":
        raise Skipped("it reads binary bundles that stand for themselves")
    return {"value": unbundle(bytes.fromhex(question["input"]), question["targets"], question["allow_missing"])}


for line in sys.stdin:
    asked = json.loads(line)
    try:
        said = answer(asked)
    except Skipped as why:
        said = {"skipped": str(why)}
    except Rejected as why:
        said = {"rejected": str(why)}
    if "id" in asked:
        said["id"] = asked["id"]
    print(json.dumps(said), flush=True)
