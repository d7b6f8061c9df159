"""What goes wrong. What the system says of a file is an `OSError`, as everywhere in Python."""


class Error(Exception):
    """An input is damaged, or is not what it should be; or what is asked for is not there."""

    code: str
    """A stable word for the kind of error, such as `out-of-bounds`."""

    file: str | None
    """The file that it is about."""

    offset: int | None
    """Where in the file, in bytes."""

    path: str | None
    """The field at fault, such as `entries[0].id`."""

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
    """The file holds no GPU code that is known. The message says what it is."""


class InvalidId(Error, ValueError):
    """A target ID or a bundle entry ID does not follow the grammar, or names no GPU."""


_CLASSES = {"not-a-bundle": NotABundle, "bad-id": InvalidId}


def of(message: str, code: str, file: str | None, offset: int | None, path: str | None) -> Error:
    """The error with this code."""
    return _CLASSES.get(code, Error)(message, code, file, offset, path)
