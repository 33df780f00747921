#!/usr/bin/env python3
"""The native key format, version 1, a second time: written from the text of the format alone.

It shares no code with the Java implementation and is written to be read, not to be fast. Its purpose is to keep the
golden vectors honest: a mistake would have to be made twice, in two languages, to go unnoticed.

    native_v1_model.py --check FILE...     check every line of the vector files; exit status 1 if one is wrong
    native_v1_model.py --fill FILE         write the bytes of the lines of a vector file whose key is "?"

The files are native-v1.tsv, native-v1-malformed.tsv and xxhash64.tsv beside this script; each says in its first lines
what its columns are. Only the standard library of Python 3 is needed.
"""

import decimal
import json
import re
import struct
import sys
from collections import namedtuple

Field = namedtuple("Field", "name type desc nullable nulls_last added")
Type = namedtuple("Type", "name args fields")  # args: numbers or the codes of an enum; fields: of a tuple or list

# Limits beyond which an implementation refuses what the format could express.
MAX_KEY = 1 << 20
MAX_DIGITS = 1 << 16
SCALES = range(-(1 << 31), 1 << 31)


class Refused(Exception):
    """Bytes that are not a key, or a value that is not one of its type."""


# ---- schema text ----------------------------------------------------------------------------------------------------


class Parser:
    def __init__(self, text):
        self.tokens = re.findall(r"\w+|[(),<>=]", text) + [""]

    def take(self, token=None):
        found = self.tokens.pop(0)
        assert token is None or found == token, (found, token)
        return found

    def accept(self, *words):
        return self.take() if self.tokens[0] in words else None

    def schema(self, end):
        fields = [self.field()]
        while self.accept(","):
            fields.append(self.field())
        self.take(end)
        return fields

    def field(self):
        name, kind = self.take(), self.type()
        desc = self.accept("asc", "desc") == "desc"
        nullable, nulls_last = self.nulls()
        added = bool(self.accept("added"))
        return Field(name, kind, desc, nullable, nulls_last, added)

    def nulls(self):
        if not self.accept("null"):
            return False, False
        return True, self.accept("first", "last") == "last"

    def type(self):
        name = self.take()
        if name == "list":
            self.take("<")
            element = self.type()
            nullable, nulls_last = self.nulls()
            self.take(">")
            return Type(name, (), (Field("element", element, False, nullable, nulls_last, False),))
        if name == "tuple":
            self.take("<")
            return Type(name, (), tuple(self.schema(">")))
        if not self.accept("("):
            return Type(name, (), ())
        args = []
        while True:
            word = self.take()
            if self.accept("="):
                args.append((word, int(self.take())))
            else:
                args.append(int(word) if word.isdigit() else word)
            if self.take() == ")":
                return Type(name, tuple(args), ())


def parse_schema(text):
    return Parser(text).schema("")


# ---- xxHash64 -------------------------------------------------------------------------------------------------------

P1, P2, P3 = 11400714785074694791, 14029467366897019727, 1609587929392839161
P4, P5 = 9650029242287828579, 2870177450012600261
M64 = (1 << 64) - 1


def xxhash64(data):
    def rotate(x, n):
        return ((x << n) | (x >> (64 - n))) & M64

    def mix(lane, word):
        return rotate((lane + word * P2) & M64, 31) * P1 & M64

    at, length = 0, len(data)
    if length >= 32:
        lanes = [(P1 + P2) & M64, P2, 0, -P1 & M64]
        while at + 32 <= length:
            lanes = [mix(lane, word) for lane, word in zip(lanes, struct.unpack_from("<4Q", data, at))]
            at += 32
        h = sum(rotate(lane, n) for lane, n in zip(lanes, (1, 7, 12, 18))) & M64
        for lane in lanes:
            h = ((h ^ mix(0, lane)) * P1 + P4) & M64
    else:
        h = P5
    h = (h + length) & M64
    while at + 8 <= length:
        h = (rotate(h ^ mix(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & M64
        at += 8
    if at + 4 <= length:
        h = (rotate(h ^ (struct.unpack_from("<I", data, at)[0] * P1 & M64), 23) * P2 + P3) & M64
        at += 4
    for byte in data[at:]:
        h = rotate(h ^ (byte * P5 & M64), 11) * P1 & M64
    h = (h ^ (h >> 33)) * P2 & M64
    h = (h ^ (h >> 29)) * P3 & M64
    return h ^ (h >> 32)


# ---- values as they are written in JSON -----------------------------------------------------------------------------
# Inside this model a date is its epoch day, a time its nanos of the day, an instant its nanos since the epoch, bytes are
# bytes, a float is its IEEE bits, and a decimal is a decimal.Decimal.

SIGNED = {"int8": 1, "int16": 2, "int32": 4, "int64": 8}
UNSIGNED = {"uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8}
DAY = 86400 * 10**9
NAN = {"float": 0x7FC00000, "double": 0x7FF8000000000000}


def epoch_day(year, month, day):
    """Days since 1970-01-01 in the proleptic Gregorian calendar, for any year."""
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


# Instants reach from the first day of the year -1000000000 to the last of 1000000000.
FIRST_DAY, LAST_DAY = epoch_day(-(10**9), 1, 1), epoch_day(10**9, 12, 31)


def read_date(text):
    year, month, day = re.fullmatch(r"([+-]?\d{4,})-(\d\d)-(\d\d)", text).groups()
    return epoch_day(int(year), int(month), int(day))


def read_time(text):
    hour, minute, second, part = re.fullmatch(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?", text).groups()
    seconds = int(hour) * 3600 + int(minute) * 60 + int(second or 0)
    return seconds * 10**9 + int((part or "0").ljust(9, "0"))


def read_instant(written):
    if not isinstance(written, str):
        return int(decimal.Decimal(written) * 10**6)
    date, time = re.fullmatch(r"(.*)T(.*)Z", written).groups()
    return read_date(date) * DAY + read_time(time)


def float_bits(name, written):
    value = float(written)
    form = ">f" if name == "float" else ">d"
    bits = int.from_bytes(struct.pack(form, value), "big")
    return NAN[name] if value != value else bits


def read_value(kind, written):
    """A JSON value as the model holds it."""
    name = kind.name
    if written is None:
        return None
    if name in SIGNED or name in UNSIGNED or name == "integer":
        return int(written)
    if name in ("float", "double"):
        return float_bits(name, written)
    if name == "decimal":
        return decimal.Decimal(written)
    if name == "bytes":
        return bytes.fromhex(written)
    if name == "uuid":
        return bytes.fromhex(written.replace("-", ""))
    if name == "date":
        return read_date(written)
    if name == "time":
        return read_time(written)
    if name == "timestamp":
        return read_instant(written)
    if name == "list":
        return [read_value(kind.fields[0].type, element) for element in written]
    if name == "tuple":
        return [read_value(field.type, element) for field, element in zip(kind.fields, written)]
    return written  # bool, string, enum


# ---- encoding -------------------------------------------------------------------------------------------------------


def complement(data):
    return bytes(byte ^ 0xFF for byte in data)


def signed(value, width):
    """Big-endian with the sign bit flipped: an offset of half the range."""
    return encode_unsigned(value + (1 << (8 * width - 1)), width)


def encode_unsigned(value, width):
    if not 0 <= value < 1 << (8 * width):
        raise Refused(f"{value} in {width} bytes")
    return value.to_bytes(width, "big")


def encode_escaped(content):
    out = bytearray()
    for byte in content:
        out += bytes((1, byte + 1)) if byte < 2 else bytes((byte,))
    return bytes(out) + b"\x00"


def encode_integer(value):
    if -104 <= value <= 103:
        return bytes((value + 0x80,))
    n = 1
    while not (-(256**n) <= value < 256**n):
        n += 1
    digits = (value % 256**n).to_bytes(n, "big")
    if n > 255:
        raise Refused("an integer of more than 255 bytes")
    if n > 8:
        return (bytes((0x0F, n ^ 0xFF)) if value < 0 else bytes((0xF0, n))) + digits
    return bytes((0x18 - n if value < 0 else 0xE7 + n,)) + digits


def encode_decimal(value):
    sign, digits, exponent = value.as_tuple()
    digits = "".join(map(str, digits)).lstrip("0")
    if not digits:
        return b"\x80"
    point = len(digits) + exponent  # value = 0.digits x 10^point
    if point % 2:
        digits, point = "0" + digits, point + 1
    digits += "0" * (len(digits) % 2)
    pairs = [int(digits[i : i + 2]) for i in range(0, len(digits), 2)]
    while pairs[-1] == 0:
        pairs.pop()
    e = point // 2
    if e > 30:
        head = b"\xdf" + encode_integer(e)
    elif e < -30:
        head = b"\xa1" + encode_integer(e)
    else:
        head = bytes((0xC0 + e,))
    body = head + bytes(2 * d + 1 for d in pairs[:-1]) + bytes((2 * pairs[-1],))
    return complement(body) if sign else body


def check_decimal(value):
    """Refuses what needs more than MAX_DIGITS digits, or a scale that is not one of SCALES."""
    _, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    stripped = text.rstrip("0")
    exponent += len(text) - len(stripped)
    zeros = max(0, exponent + SCALES[0])  # written out where the scale would be too small
    if stripped and (len(stripped) + zeros > MAX_DIGITS or -exponent > SCALES[-1]):
        raise Refused("decimal out of range")


def scaled(kind, value):
    """A decimal(p,s) as a whole number of units of 10^-s."""
    precision, scale = kind.args
    sign, digits, exponent = value.as_tuple()
    unscaled = int("".join(map(str, digits)))
    shift = exponent + scale
    if shift < 0 and unscaled % 10**-shift:
        raise Refused("more digits behind the point")
    unscaled = unscaled * 10**shift if shift >= 0 else unscaled // 10**-shift
    if unscaled >= 10**precision:
        raise Refused("more digits")
    return -unscaled if sign else unscaled


def encode_body(kind, value):
    name, args = kind.name, kind.args
    if name == "bool":
        if value not in (0, 1):
            raise Refused("neither false nor true")
        return bytes((value,))
    if name in SIGNED:
        return signed(value, SIGNED[name])
    if name in UNSIGNED:
        return encode_unsigned(value, UNSIGNED[name])
    if name in NAN:
        width = 4 if name == "float" else 8
        top = 1 << (8 * width - 1)
        return encode_unsigned(value ^ (top * 2 - 1) if value & top else value | top, width)
    if name == "integer":
        return encode_integer(value)
    if name == "decimal" and not args:
        check_decimal(value)
        return encode_decimal(value)
    if name == "decimal" and args == ("exact",):
        _, digits, exponent = value.as_tuple()
        if len(digits) > MAX_DIGITS or -exponent not in SCALES:
            raise Refused("decimal out of range")
        return encode_decimal(value) + encode_integer(-exponent)
    if name == "decimal":
        unscaled = scaled(kind, value)
        return signed(unscaled, 8) if args[0] <= 18 else encode_integer(unscaled)
    if name == "string":
        content = value.encode("utf-8")
        if args and len(content) > args[0]:
            raise Refused("too long")
        return encode_escaped(content)
    if name == "bytes" and not args:
        return encode_escaped(value)
    if name == "bytes":
        if len(value) != args[0]:
            raise Refused("another length")
        return value
    if name == "uuid":
        return value
    if name == "date":
        return signed(value, 4)
    if name == "time":
        if value >= DAY:
            raise Refused("a day or more")
        return encode_unsigned(value, 6)
    if name == "timestamp":
        digits = args[0] if args else 3
        if digits == 9:
            seconds, nanos = divmod(value, 10**9)
            if not FIRST_DAY <= seconds // 86400 <= LAST_DAY:
                raise Refused("out of the range of instants")
            return signed(seconds, 8) + encode_unsigned(nanos, 4)
        units, rest = divmod(value, 10 ** (9 - digits))
        if rest:
            raise Refused("more digits behind the second")
        return signed(units, 8)
    if name == "enum":
        return encode_unsigned(dict(args)[value], 2)
    if name == "list":
        element = kind.fields[0]
        return b"".join(encode_marked(element, v) for v in value) + b"\x00"
    return b"".join(encode_field(field, v) for field, v in zip(kind.fields, value))  # tuple


def encode_marked(field, value):
    if value is None:
        if not field.nullable:
            raise Refused("null in " + field.name)
        return b"\x03" if field.nulls_last else b"\x01"
    return b"\x02" + directed(field, value)


def directed(field, value):
    body = encode_body(field.type, value)
    return complement(body) if field.desc else body


def encode_field(field, value):
    if field.nullable:
        return encode_marked(field, value)
    if value is None:
        raise Refused("null in " + field.name)
    return directed(field, value)


def encode(schema, shards, values):
    count = len(schema)
    while count and schema[count - 1].added and values[count - 1] is None:
        count -= 1
    parts = [encode_field(field, value) for field, value in zip(schema[:count], values)]
    key = b"".join(parts)
    if shards:
        number, by = shards
        key = encode_unsigned(xxhash64(b"".join(parts[:by])) % number, 2) + key
    if len(key) > MAX_KEY:
        raise Refused("a longer key")
    return key


# ---- decoding -------------------------------------------------------------------------------------------------------
# Reads what could be there without checking more than it must; then the values are encoded again. Bytes that are not
# exactly what their values encode to are not a key: that is the whole definition of malformed.


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, n):
        if len(self.data) - self.at < n:
            raise Refused("truncated")
        self.at += n
        return self.data[self.at - n : self.at]

    def number(self, n, sign=False):
        return int.from_bytes(self.take(n), "big") - (1 << (8 * n - 1) if sign else 0)

    def until_zero(self):
        end = self.data.find(b"\x00", self.at)
        if end < 0:
            raise Refused("no terminator")
        raw = self.take(end + 1 - self.at)[:-1]
        out, escaped = bytearray(), False
        for byte in raw:
            if byte == 1 and not escaped:
                escaped = True
            else:
                out.append((byte - 1) % 256 if escaped else byte)
                escaped = False
        return bytes(out)

    def integer(self):
        h = self.number(1)
        if 0x18 <= h <= 0xE7:
            return h - 0x80
        if h in (0x0F, 0xF0):
            n = self.number(1) ^ (0xFF if h == 0x0F else 0)
        elif 0x0F < h < 0xF0:
            n = 0x18 - h if h < 0x80 else h - 0xE7
        else:
            raise Refused("integer header")
        return self.number(n) - (256**n if h < 0x80 else 0)

    def decimal(self):
        if self.data[self.at : self.at + 1] == b"\x80":
            self.at += 1
            return decimal.Decimal(0)
        negative = self.data[self.at : self.at + 1] < b"\x80"
        source = Reader(complement(self.data), self.at) if negative else self
        h = source.number(1)
        e = source.integer() if h in (0xA1, 0xDF) else h - 0xC0
        digits = []
        while not digits or digits[-1] % 2:
            digits.append(source.number(1))
        self.at = source.at
        pairs = [d // 2 for d in digits]
        text = "".join(f"{d:02}" for d in pairs)
        number = decimal.Decimal((int(negative), tuple(map(int, text)), 2 * (e - len(pairs))))
        return number

    def exact(self):
        value, scale = self.decimal(), self.integer()
        sign, digits, exponent = value.as_tuple()
        digits = list(digits)
        while digits and digits[-1] == 0:
            digits.pop()
            exponent += 1
        if not digits:
            digits = [0]
        elif not 0 <= exponent + scale <= MAX_DIGITS:
            raise Refused("scale")
        else:
            digits += [0] * (exponent + scale)
        return decimal.Decimal((sign, tuple(digits), -scale))

    def body(self, kind):
        name, args = kind.name, kind.args
        if name == "bool":
            return self.number(1)
        if name in SIGNED:
            return self.number(SIGNED[name], True)
        if name in UNSIGNED:
            return self.number(UNSIGNED[name])
        if name in NAN:
            width = 4 if name == "float" else 8
            raw, top = self.number(width), 1 << (8 * width - 1)
            bits = raw ^ top if raw & top else raw ^ (top * 2 - 1)
            value = struct.unpack(">f" if width == 4 else ">d", bits.to_bytes(width, "big"))[0]
            return NAN[name] if value != value else bits
        if name == "integer":
            return self.integer()
        if name == "decimal" and not args:
            return self.decimal()
        if name == "decimal" and args == ("exact",):
            return self.exact()
        if name == "decimal":
            unscaled = self.number(8, True) if args[0] <= 18 else self.integer()
            digits = tuple(map(int, str(abs(unscaled))))
            return decimal.Decimal((int(unscaled < 0), digits, -args[1]))
        if name == "string":
            return self.until_zero().decode("utf-8")
        if name == "bytes":
            return self.take(args[0]) if args else self.until_zero()
        if name == "uuid":
            return self.take(16)
        if name == "date":
            return self.number(4, True)
        if name == "time":
            return self.number(6)
        if name == "timestamp":
            digits = args[0] if args else 3
            if digits != 9:
                return self.number(8, True) * 10 ** (9 - digits)
            seconds, nanos = self.number(8, True), self.number(4)
            return seconds * 10**9 + nanos
        if name == "enum":
            return {code: symbol for symbol, code in args}[self.number(2)]
        if name == "tuple":
            return [self.field(field) for field in kind.fields]
        elements = []
        while self.data[self.at : self.at + 1] != b"\x00":
            elements.append(self.marked(kind.fields[0]))
        self.at += 1
        return elements

    def marked(self, field):
        return None if self.number(1) != 2 else self.directed(field)

    def directed(self, field):
        if not field.desc:
            return self.body(field.type)
        other = Reader(complement(self.data), self.at)
        value = other.body(field.type)
        self.at = other.at
        return value

    def field(self, field):
        return self.marked(field) if field.nullable else self.directed(field)


def decode(schema, shards, key):
    if len(key) > MAX_KEY:
        raise Refused("a longer key")
    reader = Reader(key)
    if shards:
        reader.take(2)
    try:
        values = []
        for field in schema:
            values.append(None if field.added and reader.at == len(key) else reader.field(field))
        again = encode(schema, shards, values)
    except (ValueError, KeyError, OverflowError, UnicodeError) as e:
        raise Refused(str(e)) from e
    if again != key:
        raise Refused(f"not what its values encode to: {again.hex()}")
    return values


# ---- files ----------------------------------------------------------------------------------------------------------


def parse_shards(text):
    if text == "0":
        return None
    number, _, by = text.partition("/")
    return int(number), int(by or 1)


def load_json(text):
    return json.loads(text, parse_float=decimal.Decimal)


def same(a, b):
    """Equal values; a decimal also has the same sign and digits, whatever its scale."""
    return encode_comparable(a) == encode_comparable(b)


def encode_comparable(value):
    if isinstance(value, list):
        return [encode_comparable(v) for v in value]
    return encode_decimal(value) if isinstance(value, decimal.Decimal) else value


def expand(text):
    """(61*3) stands for 616161: long runs are not written out."""
    return re.sub(r"\(([0-9a-f]{2})\*(\d+)\)", lambda run: run[1] * int(run[2]), text)


def check_vector(schema_text, shards_text, values_text, key_text):
    schema, shards = parse_schema(schema_text), parse_shards(shards_text)
    written = load_json(values_text)
    values = [read_value(field.type, v) for field, v in zip(schema, written)] + [None] * (len(schema) - len(written))
    key = encode(schema, shards, values)
    if key.hex() != key_text:
        return "the key is " + key.hex()
    if not same(decode(schema, shards, key), values):
        return "decodes to other values"
    return None


def check_malformed(schema_text, shards_text, key_text, *_expected):
    try:
        values = decode(parse_schema(schema_text), parse_shards(shards_text), bytes.fromhex(expand(key_text)))
    except Refused:
        return None
    return f"decodes to {values}"


def hash_input(length):
    return bytes((i * i * 7 + i * 31 + 5) % 256 for i in range(length))


def check_hash(length_text, hash_text):
    found = f"{xxhash64(hash_input(int(length_text))):016x}"
    return None if found == hash_text else "the hash is " + found


CHECKS = {2: check_hash, 4: check_vector, 6: check_malformed}


def lines_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")


def check(path):
    wrong = count = 0
    for number, line in enumerate(lines_of(path), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        count += 1
        error = CHECKS[len(columns)](*columns)
        if error:
            wrong += 1
            print(f"{path}:{number}: {error}\n    {line[:300]}")
    print(f"{path}: {count} lines, {wrong} wrong")
    return wrong


def fill(path):
    result = []
    for line in lines_of(path):
        columns = line.split("\t")
        if columns[-1] == "?" and len(columns) == 2:
            columns[1] = f"{xxhash64(hash_input(int(columns[0]))):016x}"
        elif columns[-1] == "?":
            schema = parse_schema(columns[0])
            written = load_json(columns[2])
            values = [read_value(f.type, v) for f, v in zip(schema, written)] + [None] * (len(schema) - len(written))
            columns[3] = encode(schema, parse_shards(columns[1]), values).hex()
        result.append("\t".join(columns))
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(result))


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "--check":
        return 1 if sum(check(path) for path in arguments[1:]) else 0
    if len(arguments) == 2 and arguments[0] == "--fill":
        fill(arguments[1])
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
