package dev.keyfold.store.testkit;

import static dev.keyfold.store.testkit.Check.that;
import static dev.keyfold.store.testkit.Sandbox.expect;
import static dev.keyfold.store.testkit.Sandbox.value;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ranges, directions, limits, leaps. */
final class ScanChecks {
  private ScanChecks() {}

  static List<Check> all() {
    return List.of(
        that("keys come in unsigned byte order", ScanChecks::order),
        that("a range is from start to before end, both ways", ScanChecks::bounds),
        that("a prefix ends where its successor begins", ScanChecks::prefixes),
        that("a limit counts entries, from the end it started at", ScanChecks::limits),
        that("an empty scan is empty, and stays so", ScanChecks::empty),
        that("a leap goes to the key or the next one, within the range", ScanChecks::leaps),
        that("a leap goes backwards too", ScanChecks::leapsBack),
        that("keys and values belong together, whatever their size", ScanChecks::values),
        that("a slice holds until the next step", ScanChecks::sliceLife),
        that(
            "a cursor sees the state in which it was opened",
            ScanChecks::oneState,
            Capability.SNAPSHOT),
        that("two cursors do not disturb each other", ScanChecks::twoCursors),
        that("an estimate of nothing is small, of much is not nothing", ScanChecks::estimates));
  }

  private static void order(Sandbox box) {
    List<byte[]> keys = new ArrayList<>();
    for (byte[] suffix :
        new byte[][] {
          {},
          {0},
          {0, 0},
          {0, 1},
          {1},
          {0x61},
          {0x61, 0},
          {0x62},
          {0x7F},
          {(byte) 0x80},
          {(byte) 0xFE},
          {(byte) 0xFF},
          {(byte) 0xFF, 0},
          {(byte) 0xFF, (byte) 0xFF}
        }) {
      keys.add(box.key(suffix));
    }
    for (int i = keys.size() - 1; i >= 0; i -= 2) {
      box.store().put(keys.get(i), keys.get(i));
    }
    for (int i = keys.size() - 2; i >= 0; i -= 2) {
      box.store().put(keys.get(i), keys.get(i));
    }
    List<byte[]> found = new ArrayList<>();
    try (Cursor cursor = box.store().scan(Scan.over(box.everything()))) {
      while (cursor.next()) {
        found.add(cursor.key().toArray());
        expect(cursor.value().toArray(), cursor.key().toArray(), "value of the key");
      }
    }
    expect(found.size(), keys.size(), "number of keys");
    for (int i = 0; i < keys.size(); i++) {
      expect(found.get(i), keys.get(i), "key " + i);
    }
  }

  private static void bounds(Sandbox box) {
    box.putEach("bdfh");
    expect(box.keys(box.store(), box.scan("b", "f")), "bd", "from a key to a key");
    expect(box.keys(box.store(), box.scan("a", "g")), "bdf", "between keys");
    expect(box.keys(box.store(), box.scan("c", null)), "dfh", "to the end of the prefix");
    expect(box.keys(box.store(), box.scan("b", "f").reverse()), "db", "reversed");
    expect(box.keys(box.store(), box.scan("a", "g").reverse()), "fdb", "reversed between keys");
    expect(box.keys(box.store(), box.scan("h", null).reverse()), "h", "the last one");
    expect(
        box.keys(box.store(), Scan.over(box.range("b", "f")).withoutValues()), "bd", "keys only");
    expect(box.keys(box.store(), box.scan("a", "z").inBulk()), "bdfh", "in bulk");
  }

  private static void prefixes(Sandbox box) {
    for (String key : List.of("U1", "U10", "U1x", "U2", "U")) {
      box.put(key, key);
    }
    box.store().put(box.key(new byte[] {'V', (byte) 0xFF}), value("1"));
    box.store().put(box.key(new byte[] {'V', (byte) 0xFF, (byte) 0xFF}), value("2"));
    box.store().put(box.key("W"), value("3"));
    expect(box.keys(box.store(), Scan.prefix(box.key("U1"))), "U1U10U1x", "prefix U1");
    byte[] ff = box.key(new byte[] {'V', (byte) 0xFF});
    int count = 0;
    try (Cursor cursor = box.store().scan(Scan.prefix(ff))) {
      while (cursor.next()) {
        count++;
      }
    }
    expect(count, 2, "keys after a prefix that ends in FF");
  }

  private static void limits(Sandbox box) {
    box.putEach("abcdef");
    Scan all = Scan.over(box.everything());
    expect(box.keys(box.store(), all.limit(2)), "ab", "two");
    expect(box.keys(box.store(), all.reverse().limit(2)), "fe", "two from the end");
    expect(box.keys(box.store(), all.limit(0)), "", "none");
    expect(box.keys(box.store(), all.limit(100)), "abcdef", "more than there are");
    try (Cursor cursor = box.store().scan(all.limit(3))) {
      box.step(cursor);
      cursor.seek(box.key("e"));
      expect(box.step(cursor), "e", "after a leap");
      expect(box.step(cursor), "f", "after a leap, the next");
      cursor.seek(box.key("a"));
      expect(box.step(cursor), null, "after the limit, also after a leap");
    }
  }

  private static void empty(Sandbox box) {
    box.putEach("az");
    for (Scan scan :
        List.of(
            box.scan("b", "y"),
            box.scan("b", "b"),
            Scan.over(KeyRange.of(box.key("y"), box.key("b"))))) {
      for (Scan each : List.of(scan, scan.reverse())) {
        try (Cursor cursor = box.store().scan(each)) {
          expect(cursor.next(), false, "an empty scan " + each);
          expect(cursor.next(), false, "an empty scan, asked again");
          cursor.seek(box.key("a"));
          expect(cursor.next(), false, "an empty scan after a leap out of its range");
          cursor.seek(box.key("z"));
          expect(cursor.next(), false, "an empty scan after a leap past its range");
        }
      }
    }
  }

  private static void leaps(Sandbox box) {
    box.putEach("bdfhj");
    try (Cursor cursor = box.store().scan(box.scan("c", "i"))) {
      cursor.seek(box.key("f"));
      expect(box.step(cursor), "f", "leap to a key");
      cursor.seek(box.key("g"));
      expect(box.step(cursor), "h", "leap between keys");
      expect(box.step(cursor), null, "the end");
      cursor.seek(box.key("a"));
      expect(box.step(cursor), "d", "leap back before the range");
      cursor.seek(box.key("j"));
      expect(box.step(cursor), null, "leap past the range");
      cursor.seek(box.key("d"));
      expect(box.step(cursor), "d", "back again after the end");
    }
  }

  private static void leapsBack(Sandbox box) {
    box.putEach("bdfhj");
    try (Cursor cursor = box.store().scan(box.scan("c", "i").reverse())) {
      cursor.seek(box.key("f"));
      expect(box.step(cursor), "f", "leap to a key");
      cursor.seek(box.key("e"));
      expect(box.step(cursor), "d", "leap between keys");
      expect(box.step(cursor), null, "the end");
      cursor.seek(box.key("z"));
      expect(box.step(cursor), "h", "leap past the range");
      cursor.seek(box.key("i"));
      expect(box.step(cursor), "h", "leap to the exclusive end");
      cursor.seek(box.key("b"));
      expect(box.step(cursor), null, "leap before the range");
    }
  }

  private static void values(Sandbox box) {
    int[] sizes = {0, 1, 100, 1_000, 5_000, 70_000, 300_000, 10};
    Batch batch = new Batch();
    for (int i = 0; i < sizes.length; i++) {
      byte[] value = new byte[sizes[i]];
      Arrays.fill(value, (byte) (i + 1));
      batch.put(box.key("k" + i + "x".repeat(i * 100)), value);
    }
    box.store().write(batch);
    for (Scan scan : List.of(Scan.over(box.everything()), Scan.over(box.everything()).reverse())) {
      int seen = 0;
      try (Cursor cursor = box.store().scan(scan)) {
        while (cursor.next()) {
          int i = scan.reversed() ? sizes.length - 1 - seen : seen;
          Slice value = cursor.value();
          expect(value.length(), sizes[i], "size of value " + i);
          expect(
              cursor.key().toArray(),
              box.key("k" + i + "x".repeat(i * 100)),
              "key " + i + ", asked for after its value");
          for (int at = 0; at < value.length(); at++) {
            if (value.at(at) != i + 1) {
              throw new AssertionError("byte " + at + " of value " + i + " is " + value.at(at));
            }
          }
          seen++;
        }
      }
      expect(seen, sizes.length, "entries seen");
    }
  }

  private static void sliceLife(Sandbox box) {
    box.putEach("ab");
    try (Cursor cursor = box.store().scan(Scan.over(box.everything()))) {
      expect(cursor.next(), true, "a first entry");
      Slice key = cursor.key();
      Slice value = cursor.value();
      expect(key.toArray(), box.key("a"), "the key, after the value was asked for");
      expect(value.toArray(), value("a"), "the value");
      expect(cursor.key().toArray(), box.key("a"), "the key, asked for twice");
    }
  }

  private static void oneState(Sandbox box) {
    box.putEach("ace");
    try (Cursor cursor = box.store().scan(Scan.over(box.everything()))) {
      box.putEach("bd");
      box.store().delete(box.key("c"));
      box.put("e", "new");
      expect(box.step(cursor), "a", "first");
      box.put("a1", "1");
      expect(box.step(cursor), "c", "deleted since");
      expect(box.step(cursor), "e", "changed since");
      expect(cursor.value().toArray(), value("e"), "its value then");
      expect(box.step(cursor), null, "the end");
    }
    expect(box.keys(box.store()), "aa1bde", "what is there now");
  }

  private static void twoCursors(Sandbox box) {
    box.putEach("abcd");
    try (Cursor first = box.store().scan(Scan.over(box.everything()));
        Cursor second = box.store().scan(Scan.over(box.everything()).reverse())) {
      for (int i = 0; i < 4; i++) {
        expect(box.step(first), String.valueOf("abcd".charAt(i)), "forwards");
        expect(box.step(second), String.valueOf("dcba".charAt(i)), "backwards");
        expect(first.value().toArray(), value(String.valueOf("abcd".charAt(i))), "value");
      }
    }
  }

  private static void estimates(Sandbox box) {
    RangeEstimate nothing = box.store().estimate(box.everything());
    Batch batch = new Batch();
    for (int i = 0; i < 20_000; i++) {
      byte[] key = new byte[4];
      Bytes.putInt(key, 0, i);
      batch.put(box.key(key), new byte[50]);
    }
    box.store().write(batch);
    RangeEstimate much = box.store().estimate(box.everything());
    if (much.count() < 5_000 || much.count() > 80_000 || much.bytes() <= 0) {
      throw new AssertionError("estimate of 20,000 entries: " + much);
    }
    if (nothing.count() > much.count() / 2) {
      throw new AssertionError("estimate of nothing " + nothing + ", of much " + much);
    }
  }
}
