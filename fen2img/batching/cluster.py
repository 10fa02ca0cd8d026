"""Drawing on other machines, by the workers of a Dask scheduler. Needs the extra `cluster`."""

from __future__ import annotations

import logging
import pkgutil
import re
import socket
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future, InvalidStateError
from contextlib import suppress
from dataclasses import replace
from pickle import dumps, loads
from typing import Any

from fen2img.batching.job import Done, Job, Task, draw_chunk
from fen2img.batching.parcels import Parcel, check_same, made_by
from fen2img.errors import OptionError, OutputError

#: Seconds: for a connection, and between looks at how many workers there are.
TIMEOUT, LOOK = 5, 5.0
#: Chunks in hand at most: what is written here comes back whole and is held until it is its turn.
MANY, MANY_HERE = 2000, 64

_log = logging.getLogger("distributed.client")


class Cluster:
    """The workers of a Dask scheduler. A chunk whose worker is lost is given to another one.

    With `fresh` nothing was in the output before. Raises OutputError where there is no scheduler, no worker, or one
    that would draw other bytes.
    """

    def __init__(self, job: Job, address: str, *, fresh: bool) -> None:
        self.job, self.address, self.fresh = job, address, fresh
        parcel = Parcel.of(job)
        self._client = connect(address)
        self._level = _log.level
        _log.setLevel(logging.CRITICAL)  # what a batch has to say about a lost scheduler is shorter
        try:
            check_workers(self._client, address)
            self._executor = self._client.get_executor(pure=False)
            # A task of its own, and no data that somebody holds: if all who have it are lost it is made again.
            self._parcel = self._client.submit(_kept, dumps(parcel), pure=False)
        except BaseException:
            self.close()
            raise
        self.ahead, self._looked = 1, 0.0
        self._look()

    def submit(self, chunk: Sequence[Task]) -> Future[Done]:
        """Have a chunk drawn. Raises OutputError where the scheduler is lost."""
        # Pickled here, for Dask looks into lists and takes texts for names of other results.
        packed = dumps((chunk, self._there_before(chunk)))
        try:
            if time.monotonic() - self._looked > LOOK:
                self._look()
            inner = self._executor.submit(draw_there, self._parcel, packed)
        except Exception as error:
            raise (lost(self.address) if gone(self._client) else _translated(error, self.address)) from None
        return _Answer(inner, self._client, self.address)

    def close(self, *, kill: bool = False) -> None:
        """Leave the scheduler, which forgets what is not done yet. What a worker has begun it ends."""
        self._client.close()
        _log.setLevel(self._level)

    def _look(self) -> None:
        """See how many chunks the workers can have in hand."""
        threads = sum(self._client.nthreads().values())
        self.ahead, self._looked = (
            min(2 * threads + 1, MANY_HERE if self.job.store.hands_on else MANY),
            time.monotonic(),
        )

    def _there_before(self, chunk: Sequence[Task]) -> frozenset[str]:
        """Which files of a chunk are there before the first try, which a second one must not take for old."""
        if self.fresh:
            return frozenset()
        suffixes = [output.suffix(samples=self.job.samples) for output in self.job.outputs]
        return self.job.store.before([task.name + s for task in chunk if not task.duplicate for s in suffixes])


class _Answer(Future[Done]):
    """What comes back, with the errors that a batch knows."""

    def __init__(self, inner: Future[Done], client: Any, address: str) -> None:
        super().__init__()
        self.inner, self.client, self.address = inner, client, address
        inner.add_done_callback(self._take)

    def result(self, timeout: float | None = None) -> Done:
        """What was drawn. Raises OutputError where the scheduler is lost, for then Dask may be silent for ever."""
        try:
            return super().result(timeout)
        except TimeoutError:
            if gone(self.client) and not self.done():
                raise lost(self.address) from None
            raise

    def cancel(self) -> bool:
        """Take the chunk back unless it is drawn."""
        return super().cancel() and (self.inner.cancel() or True)

    def _take(self, inner: Future[Done]) -> None:
        with suppress(InvalidStateError):  # it was taken back in the meantime
            if inner.cancelled():
                self.set_exception(lost(self.address))
            elif error := inner.exception():
                self.set_exception(_translated(error, self.address))
            else:
                self.set_result(inner.result())


def _kept(parcel: bytes) -> bytes:
    return parcel


def draw_there(parcel: bytes, chunk: bytes) -> Done:
    """Draw a chunk, on a worker. A second time does no harm: it finds its files as it would write them."""
    job = _unpacked(parcel)
    tasks, before = loads(chunk)  # noqa: S301 - it comes from the process that asked for the work
    return draw_chunk(replace(job, store=job.store.after(before)), tasks)


def _unpacked(parcel: bytes) -> Job:
    unpacked: Parcel = loads(parcel)  # noqa: S301
    return unpacked.unpacked()


def _translated(error: BaseException, address: str) -> BaseException:
    """An error of Dask as one of a batch."""
    if type(error).__name__ == "KilledWorker":
        return BrokenExecutor(str(error))
    if isinstance(cause := error.__cause__ or error, ImportError):
        return _missing("a worker", cause)
    if isinstance(error, OSError) or type(error).__name__.endswith("CancelledError"):
        return lost(address)
    return error


def gone(client: Any) -> bool:
    """Whether Dask has given up the connection."""
    return client.status not in ("running", "connecting")


def lost(address: str) -> OutputError:
    """The error for a scheduler that is no more."""
    return OutputError(f"the scheduler at {address} is lost", hint="--resume goes on when it is there again")


def _missing(where: str, error: BaseException) -> OutputError:
    return OutputError(
        f"{where} cannot load fen2img: {error}", hint="pip install fen2img for the scheduler and all workers"
    )


def connect(address: str) -> Any:
    """A client of a scheduler. Raises OptionError for what is no address, OutputError where nobody answers."""
    match = re.fullmatch(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):([0-9]{1,5})", address)
    if not match or int(match[3]) > 65535:
        raise OptionError(f"scheduler: '{address}' is no address", hint="such as tcp://host:8786")
    try:
        from distributed import Client
    except ImportError:
        raise OutputError("--scheduler needs dask.distributed", hint="pip install 'fen2img[cluster]'") from None
    try:
        # Looked for before, for Dask goes on trying and complains at length.
        socket.create_connection((match[2].strip("[]"), int(match[3])), TIMEOUT).close()
        return Client(address, timeout=TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call, unused-ignore]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        hint = "dask scheduler begins one"
        raise OutputError(f"no scheduler answers at {address}: {reason}", hint=hint) from None


def check_workers(client: Any, address: str) -> None:
    """Raises OutputError where there is no worker, or one without fen2img or with another one."""
    with suppress(TimeoutError):
        client.wait_for_workers(1, timeout=TIMEOUT)
    try:  # it reads what it passes on
        client.run_on_scheduler(pkgutil.resolve_name, "fen2img:__version__")
    except ImportError as error:
        raise _missing("the scheduler", error) from None
    found = client.run(pkgutil.resolve_name, "fen2img:__version__", on_error="return")
    if not found:
        raise OutputError(f"the scheduler at {address} has no workers", hint=f"dask worker {address}")
    here = made_by()
    for worker, version in sorted(found.items()):
        if isinstance(version, BaseException):
            raise _missing(f"the worker {worker}", version)
        check_same((version, here[1]), here, f"the worker {worker}")
    for worker, there in sorted(client.run(made_by).items()):
        check_same(there, here, f"the worker {worker}")
