"""Errors. System errors are `OSError`, as usual in Python."""


class Error(Exception):
    """An input is damaged or unsupported, or a request has no match."""

    code: str
    """The stable code of the error, such as `out-of-bounds`."""

    file: str | None
    """The name of the file."""

    offset: int | None
    """The offset in the file, in bytes."""

    path: str | None
    """The faulty field, such as `entries[0].id`."""

    def __init__(
        self,
        message: str,
        code: str = "",
        file: str | None = None,
        offset: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message, code, file, offset, path)
        self.code = code
        self.file = file
        self.offset = offset
        self.path = path

    def __str__(self) -> str:
        return str(self.args[0])


class NotABundle(Error):
    """The file contains no known GPU code. The message names its type."""


class InvalidId(Error, ValueError):
    """A target ID or bundle entry ID is malformed, or its GPU is unknown."""


_CLASSES = {"not-a-bundle": NotABundle, "bad-id": InvalidId}


def of(message: str, code: str, file: str | None, offset: int | None, path: str | None) -> Error:
    """The error with this code."""
    return _CLASSES.get(code, Error)(message, code, file, offset, path)
