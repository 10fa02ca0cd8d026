"""Ctrl-C comes when the account of a batch is right."""

from __future__ import annotations

import signal
import threading

import pytest

from fen2img.cli.interrupts import Interrupts


@pytest.fixture
def interrupts():
    """Interrupts in force, with the handler of Python before and after."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    guard = Interrupts()
    with guard:
        yield guard
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_the_record_in_work(interrupts):
    stream = interrupts.between([1, 2, 3])
    assert next(stream) == 1
    signal.raise_signal(signal.SIGINT)  # nothing happens while 1 is in work
    with pytest.raises(KeyboardInterrupt):
        next(stream)


def test_a_second_interrupt_does_not_wait(interrupts):
    next(interrupts.between([1, 2]))
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_waiting_for_a_record_is_interrupted_at_once(interrupts):
    def slow():
        yield 1
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("goes on reading")

    stream = interrupts.between(slow())
    assert next(stream) == 1
    with pytest.raises(KeyboardInterrupt):
        next(stream)


def test_an_undisturbed_list_comes_whole(interrupts):
    assert list(interrupts.between(iter("abc"))) == ["a", "b", "c"]


def test_an_interrupt_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as nohup does
    try:
        with Interrupts():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_have_no_interrupts():
    seen = []

    def work():
        with Interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]
