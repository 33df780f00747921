package dev.keyfold.table.write;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.ValueText;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/**
 * Finds values that are in a unique index twice, from its entries in their order: those with the
 * same declared parts are neighbours. Null equals nothing, and what has expired is not there. Not
 * thread-safe.
 */
public final class Duplicates {
  /** How many are described; the others are only counted. */
  public static final int EXAMPLES = 5;

  private final IndexLayout index;
  private final long now;
  private final KeyReader reader;
  private final RowHeader header = new RowHeader();
  private byte[] values = {};
  private int length = -1;
  private long count;
  private boolean counted;
  private final List<String> examples = new ArrayList<>();

  public Duplicates(IndexLayout index, long now) {
    this.index = index;
    this.now = now;
    this.reader = index.key().schema().newReader();
  }

  /** A few of those in the index now; empty if none exists. */
  public static List<String> find(TableState state, int id) {
    ReadView read = state.readView();
    try (var reader = read.view()) {
      IndexLayout index = read.layout().index(id);
      if (index == null) {
        return List.of();
      }
      Duplicates duplicates = new Duplicates(index, state.now());
      try (Cursor cursor = reader.scan(Scan.over(index.key().everything()).inBulk())) {
        while (cursor.next() && duplicates.examples.size() < EXAMPLES) {
          duplicates.add(cursor.key(), cursor.value());
        }
      }
      return duplicates.examples;
    }
  }

  /** Looks at the next entry of the index. */
  public void add(Slice key, Slice value) {
    if (header.read(value.array(), value.offset(), value.length()).isExpired(now)) {
      return;
    }
    int prefix = index.key().prefixLength();
    reader.reset(key.array(), key.offset() + prefix, key.length() - prefix);
    for (int i = 0; i < index.declaredParts(); i++) {
      if (reader.field(i).isNull()) {
        return;
      }
    }
    int end = prefix + reader.field(index.declaredParts()).offset();
    boolean same =
        end == length
            && Arrays.equals(key.array(), key.offset(), key.offset() + end, values, 0, length);
    if (!same) {
      values = Arrays.copyOfRange(key.array(), key.offset(), key.offset() + end);
      length = end;
    } else if (!counted) {
      count++;
      if (examples.size() < EXAMPLES) {
        examples.add(describe());
      }
    }
    counted = same;
  }

  /** Number of different values that are there more than once. */
  public long count() {
    return count;
  }

  /** The first few of them in words. */
  public List<String> examples() {
    return examples;
  }

  private String describe() {
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < index.declaredParts(); i++) {
      var part = index.key().parts().get(i);
      text.add(
          part.expression().text()
              + " = "
              + ValueText.print(part.field().type(), reader.field(i).get()));
    }
    return text.toString();
  }
}
