package dev.keyfold.structures.check;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Positions;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Compares the elements of one structure after the other with what its name says of them. */
final class ElementCheck {
  /** The size of a structure whose name says nothing: what is found is set, and not reported. */
  static final long UNKNOWN = -1;

  /** A set with values; whether it is a hash is unknown until shared elements are known. */
  private record Valued(Meta meta, String name, long size, long values) {}

  private final Reader reader;
  private final StructureFindings findings;
  private final List<Valued> valued = new ArrayList<>();
  private long count;

  ElementCheck(Reader reader, StructureFindings findings) {
    this.reader = reader;
    this.findings = findings;
  }

  /** Elements read so far. */
  long count() {
    return count;
  }

  /** How many elements it has, repaired or not. */
  long check(Meta of, String shown) {
    long size = new Structure(of, shown).check();
    count += size;
    return size;
  }

  /** Whether it has as many elements as its entry says. */
  boolean isSize(Meta of) {
    long size = 0;
    try (Cursor cursor = elements(of.elementSpace(), of.id)) {
      while (size <= of.size && cursor.next()) {
        size++;
      }
    }
    return size == of.size;
  }

  private Cursor elements(byte space, long id) {
    return reader.scan(Scan.prefix(Layout.prefix(space, id)).inBulk());
  }

  /**
   * Decides about sets with values.
   *
   * @param except names that are handled otherwise
   */
  void values(Predicate<byte[]> except) {
    for (Valued set : valued) {
      if (!except.test(set.meta.key)) {
        new Structure(set.meta, set.name).values(set.size, set.values);
      }
    }
  }

  /** Whether most elements of the id have values: then a set's entry has a damaged type. */
  boolean isHash(long id) {
    return valued.stream().anyMatch(set -> set.meta.id == id && isHash(set.size, set.values));
  }

  private static boolean isHash(long size, long values) {
    return values > size / 2;
  }

  /** Both zeros are one, so the bytes of a score are those that it is written with. */
  private static boolean isScore(byte[] value) {
    if (value.length != Long.BYTES) {
      return false;
    }
    double score = Layout.score(Bytes.getLong(value, 0));
    return !Double.isNaN(score) && Layout.sortable(score) == Bytes.getLong(value, 0);
  }

  /** One structure, compared with its name. */
  private final class Structure {
    private final Meta meta;
    private final String name;
    private final int prefix;

    Structure(Meta meta, String name) {
      this.meta = meta;
      this.name = name;
      this.prefix = Layout.prefixLength(meta.id);
    }

    long check() {
      return switch (meta.existingType()) {
        case LIST -> list();
        case SORTED_SET -> sortedSet();
        default -> members();
      };
    }

    /** Sets the entry of the name to what was found. */
    private void repairName(Problem problem, String words, long size) {
      Meta right = new Meta(meta.key);
      right.become(meta);
      right.size = size;
      findings.add(problem, words, fix -> fix.put(right.key, right.write()));
    }

    /** One without any elements is left to {@link LostNames}. */
    private void checkSize(long size) {
      if (meta.size == UNKNOWN) {
        meta.size = size;
      } else if (size != meta.size && size > 0) {
        repairName(
            Problem.SIZE,
            meta.existingType().word()
                + " "
                + name
                + " has size "
                + meta.size
                + ", but "
                + Counted.of(size, "element"),
            size);
      }
    }

    private long members() {
      long size = 0;
      long values = 0;
      try (Cursor cursor = elements(Layout.ELEMENTS, meta.id)) {
        while (cursor.next()) {
          size++;
          values += cursor.value().length() > 0 ? 1 : 0;
        }
      }
      checkSize(size);
      if (meta.type == StructureType.SET && values > 0) {
        valued.add(new Valued(meta, name, size, values));
      }
      return size;
    }

    void values(long size, long values) {
      if (isHash(size, values)) {
        Meta hash = new Meta(meta.key);
        hash.become(meta);
        hash.type = StructureType.HASH;
        hash.size = size;
        findings.add(
            Problem.VALUE,
            "%d of %d members of set %s have values; a repair makes it a hash"
                .formatted(values, size, name),
            fix -> fix.put(hash.key, hash.write()));
        return;
      }
      try (Cursor cursor = elements(Layout.ELEMENTS, meta.id)) {
        while (cursor.next()) {
          byte[] key = cursor.key().toArray();
          if (cursor.value().length() > 0) {
            findings.addLoss(
                Problem.VALUE,
                "member %s of set %s has a value; a repair removes its %d bytes"
                    .formatted(text(key, prefix), name, cursor.value().length()),
                fix -> fix.put(key, Layout.NOTHING));
          }
        }
      }
    }

    private void notEmpty(byte[] key, int length) {
      findings.add(
          Problem.VALUE,
          "a member of " + name + " has a value of " + length + " bytes, expected none",
          fix -> fix.put(key, Layout.NOTHING));
    }

    private long list() {
      long size = 0;
      long first = 0;
      long last = 0;
      boolean whole = true;
      List<byte[]> misplaced = new ArrayList<>();
      try (Cursor cursor = elements(Layout.LIST, meta.id)) {
        while (cursor.next()) {
          byte[] key = cursor.key().toArray();
          int fraction = key.length - prefix - Long.BYTES;
          boolean placed = fraction == 0 || (fraction > 0 && key[key.length - 1] != 0);
          long position = placed ? Positions.wholeOf(key, prefix) : 0;
          if (!placed || !Positions.isWithinLimits(position)) {
            misplaced.add(key);
            continue;
          }
          first = size == 0 ? position : first;
          last = position;
          whole &= fraction == 0;
          size++;
        }
      }
      for (byte[] key : misplaced) {
        last = size == 0 ? 0 : last + 1;
        first = size == 0 ? 0 : first;
        size++;
        place(key, Layout.position(meta.id, last));
      }
      if (size > 0) {
        positions(size, first, last, whole && last - first + 1 == size);
      }
      checkSize(size);
      return size;
    }

    private void place(byte[] key, byte[] position) {
      byte[] element = reader.get(key);
      if (element == null) {
        return; // removed since it was found
      }
      findings.add(
          Problem.DAMAGED,
          "an element of list "
              + name
              + " has no position; a repair puts it last: "
              + KeyDisplay.hex(key),
          fix -> {
            fix.delete(key);
            fix.put(position, element);
          });
    }

    private void positions(long size, long first, long last, boolean dense) {
      boolean within =
          meta.low <= first
              && last <= meta.high
              && Positions.isWithinLimits(meta.low)
              && Positions.isWithinLimits(meta.high);
      boolean fits = within && (meta.sparse || (dense && meta.low == first && meta.high == last));
      if (meta.size == UNKNOWN) {
        meta.low = first;
        meta.high = last;
        meta.sparse = !dense;
      } else if (!fits) {
        String words =
            "list "
                + name
                + " says that its positions are "
                + meta.low
                + " to "
                + meta.high
                + (meta.sparse ? " with gaps" : " without gaps")
                + ", but they are "
                + first
                + " to "
                + last
                + (dense ? "" : " with gaps");
        meta.low = first;
        meta.high = last;
        meta.sparse = !dense;
        repairName(Problem.POSITIONS, words, size);
        meta.size = size;
      }
    }

    /** Members first, then scores: a member that was lost is written again from its score. */
    private long sortedSet() {
      long size = 0;
      Set<String> unreadable = new HashSet<>();
      try (Cursor cursor = elements(Layout.MEMBERS, meta.id)) {
        while (cursor.next()) {
          size++;
          byte[] key = cursor.key().toArray();
          byte[] value = cursor.value().toArray();
          if (!isScore(value)) {
            unreadable.add(Bytes.toHex(key));
          } else {
            byte[] ordered = Layout.scored(meta.id, Bytes.getLong(value, 0), member(key, prefix));
            if (reader.get(ordered) == null) {
              findings.add(
                  Problem.SCORE,
                  "a member of " + name + " is not in the order of scores: " + text(key, prefix),
                  fix -> fix.put(ordered, Layout.NOTHING));
            }
          }
        }
      }
      Set<String> restored = new HashSet<>();
      size += scores(restored);
      unreadable.removeAll(restored);
      unreadable.forEach(key -> unscored(Bytes.parseHex(key)));
      checkSize(size);
      return size;
    }

    private void unscored(byte[] key) {
      byte[] ordered = Layout.scored(meta.id, 0.0, member(key, prefix));
      findings.addLoss(
          Problem.DAMAGED,
          "a member of "
              + name
              + " has no readable score; a repair sets it to 0: "
              + text(key, prefix),
          fix -> {
            fix.put(key, Layout.score(0.0));
            fix.put(ordered, Layout.NOTHING);
          });
    }

    /**
     * How many members there are that only their scores know.
     *
     * @param restored takes the keys of members that are written again
     */
    private long scores(Set<String> restored) {
      long lost = 0;
      int at = prefix + Long.BYTES;
      try (Cursor cursor = elements(Layout.SCORES, meta.id)) {
        while (cursor.next()) {
          byte[] key = cursor.key().toArray();
          byte[] bits = key.length < at ? Layout.NOTHING : Arrays.copyOfRange(key, prefix, at);
          if (!isScore(bits)) {
            findings.add(
                Problem.SCORE,
                "an entry in the order of scores of "
                    + name
                    + " has no score: "
                    + KeyDisplay.hex(key),
                fix -> fix.delete(key));
            continue;
          }
          byte[] memberKey = Layout.element(Layout.MEMBERS, meta.id, member(key, at));
          byte[] value = reader.get(memberKey);
          if (value != null && isScore(value)) {
            if (!Arrays.equals(value, bits)) {
              findings.add(
                  Problem.SCORE,
                  "a member of " + name + " has another score than its entry: " + text(key, at),
                  fix -> fix.delete(key));
            } else if (cursor.value().length() > 0) {
              notEmpty(key, cursor.value().length());
            }
          } else if (restored.add(Bytes.toHex(memberKey))) {
            lost += value == null ? 1 : 0;
            findings.add(
                Problem.SCORE,
                "a member of " + name + " is only in the order of scores: " + text(key, at),
                fix -> {
                  fix.put(memberKey, bits);
                  fix.put(key, Layout.NOTHING);
                });
          } else {
            findings.add(
                Problem.SCORE,
                "a member of " + name + " is in the order of scores twice: " + text(key, at),
                fix -> fix.delete(key));
          }
        }
      }
      return lost;
    }
  }

  private static byte[] member(byte[] key, int at) {
    return Arrays.copyOfRange(key, at, key.length);
  }

  private static String text(byte[] key, int at) {
    return KeyDisplay.text(member(key, at));
  }
}
