"""Settings of the server: every one has a flag and a variable, and a wrong one is refused with a sentence."""

from __future__ import annotations

import argparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.errors import ConfigError
from houserules.server.bucket import Bucket
from houserules.server.config import SETTINGS, Config, add_flags, read_config
from houserules.server.limits import AddressLimits, Limits, PlaceLimit, RateLimit, chat_bucket, network_of


def from_flags(*words: str) -> Config:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return read_config(vars(parser.parse_args(words)), {})


def test_without_flags_and_variables_the_defaults_count() -> None:
    assert from_flags() == Config()
    assert Config().host == "127.0.0.1"
    assert Config().limits == Limits()


def test_a_flag_counts_more_than_its_variable() -> None:
    assert read_config({"port": "81"}, {"HOUSERULES_PORT": "82"}).port == 81
    assert read_config({"port": None}, {"HOUSERULES_PORT": "82"}).port == 82


def test_lists_are_written_with_commas() -> None:
    config = from_flags("--proxy", "127.0.0.1, 10.0.0.0/8", "--origins", "https://a.example/,http://b.example:81")

    assert config.proxy == ("127.0.0.1", "10.0.0.0/8")
    assert config.origins == ("https://a.example", "http://b.example:81")
    assert config.trusts("10.1.2.3")
    assert not config.trusts("11.1.2.3")
    assert not config.trusts("somebody")


def test_every_limit_is_a_setting() -> None:
    for setting in SETTINGS:
        if setting.of_limits:
            number = setting.usual + 1
            config = read_config({}, {setting.variable: str(number)})
            assert getattr(config.limits, setting.name) == number


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "x", "HOUSERULES_PORT must be a whole number from 0 to 65535, not 'x'"),
        ("PORT", "65536", "HOUSERULES_PORT must be a whole number from 0 to 65535, not '65536'"),
        ("PORT", "-1", "HOUSERULES_PORT must be a whole number from 0 to 65535, not '-1'"),
        ("PORT", "", "HOUSERULES_PORT must be a whole number from 0 to 65535, not ''"),
        ("HOST", "", "--host (HOUSERULES_HOST) must be an address, as in 127.0.0.1, not ''"),
        ("LOG", "xml", "HOUSERULES_LOG must be json or text, not 'xml'"),
        ("DURABILITY", "most", "HOUSERULES_DURABILITY must be normal or full, not 'most'"),
        (
            "DATABASE",
            "mysql://ann:secret@here/x",
            (
                "--database (HOUSERULES_DATABASE) must be sqlite:///FILE or postgresql://USER@HOST/NAME, "
                "not 'mysql://ann:...@here/x'"
            ),
        ),
        (
            "PROXY",
            "10.0.0.0/8,nginx",
            "--proxy (HOUSERULES_PROXY) must be addresses or networks, as in 127.0.0.1,10.0.0.0/8, not 'nginx'",
        ),
        (
            "PUBLIC_URL",
            "cards.example.org",
            (
                "--public-url (HOUSERULES_PUBLIC_URL) must be an address such as https://cards.example.org, "
                "without a path, not 'cards.example.org'"
            ),
        ),
        (
            "ORIGINS",
            "https://a.example/page",
            (
                "--origins (HOUSERULES_ORIGINS) must be addresses such as https://cards.example.org, "
                "without a path, not 'https://a.example/page'"
            ),
        ),
        ("TABLES", "0", "HOUSERULES_TABLES must be a whole number from 1 to 100000000, not '0'"),
    ],
)
def test_a_wrong_value_is_refused_with_a_sentence(name: str, value: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_config({}, {f"HOUSERULES_{name}": value})

    assert refused.value.message == sentence


@given(st.sampled_from(SETTINGS), st.text())
def test_any_text_is_read_or_refused(setting: object, text: str) -> None:
    [known] = [one for one in SETTINGS if one is setting]
    try:
        read_config({known.name: text}, {})
    except ConfigError as problem:
        assert "\n" not in problem.message  # noqa: PT017 - a value that is accepted is fine too


# -- Limits ------------------------------------------------------------------------------------------------------------


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)

    assert [bucket.take(0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0) == 0.5
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) == 0.5
    assert not bucket.is_full(1)
    assert bucket.is_full(2)


def test_a_bucket_survives_a_clock_that_runs_back() -> None:
    bucket = Bucket(rate=1, burst=1, now=10)

    assert bucket.take(5) == 0
    assert bucket.take(5) == 1


def test_chat_can_be_switched_off_by_a_limit_of_zero() -> None:
    assert chat_bucket(Limits(chats_per_minute=0), 0).take(100) > 0


def test_each_address_has_its_own_rate() -> None:
    now = [0.0]
    limit = RateLimit(1, 1, lambda: now[0])

    assert limit.take("1.2.3.4") == 0
    assert limit.take("1.2.3.4") == 1
    assert limit.take("1.2.3.5") == 0
    now[0] = 1.0
    assert limit.take("1.2.3.4") == 0


def test_addresses_that_did_nothing_for_long_are_forgotten() -> None:
    now = [0.0]
    limit = RateLimit(1, 1, lambda: now[0])
    for number in range(10_000):
        limit.take(f"address {number}")
    now[0] = 2.0

    limit.take("one more")

    assert len(limit) == 1


def test_places_are_counted_and_given_back() -> None:
    places = PlaceLimit(2)

    assert [places.enter("a"), places.enter("a"), places.enter("a"), places.enter("b")] == [True, True, False, True]
    places.leave("a")
    assert places.held("a") == 1
    assert places.enter("a")
    assert len(places) == 3


def test_the_addresses_of_one_household_are_limited_together() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:1.2.3.4") == "1.2.3.4"
    assert network_of("no:address") == "no:address"


def test_tables_are_limited_by_the_hour() -> None:
    now = [0.0]
    tables = AddressLimits(Limits(tables_per_address=2), lambda: now[0]).tables

    assert [tables.take("a"), tables.take("a")] == [0, 0]
    assert tables.take("a") == pytest.approx(1800)
    now[0] = 1801.0
    assert tables.take("a") == 0
