"""Exceptions. Errors of the operating system are `OSError`."""


class Error(Exception):
    """The input is damaged or has another format, or the request has no result."""

    code: str
    """Stable code of the error, such as `out-of-bounds`."""

    file: str | None
    """Name of the file."""

    offset: int | None
    """Offset in the file, in bytes."""

    path: str | None
    """Invalid field, such as `entries[0].id`."""

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
    """The file contains no known GPU code. The message names the file kind."""


class InvalidId(Error, ValueError):
    """A target ID or bundle entry ID is invalid, or does not name a GPU."""


_CLASSES = {"not-a-bundle": NotABundle, "bad-id": InvalidId}


def of(message: str, code: str, file: str | None, offset: int | None, path: str | None) -> Error:
    """The error with this code."""
    return _CLASSES.get(code, Error)(message, code, file, offset, path)
