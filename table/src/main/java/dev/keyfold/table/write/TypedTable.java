package dev.keyfold.table.write;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.TimeToLive;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A table and the class of its rows: whatever reads or writes rows goes by the mapper that fits the
 * current layout. Thread-safe.
 */
public final class TypedTable<R> {
  private final TableState state;
  private volatile Mapping<R> mapping;

  /** A mapper and the layout it is for. */
  private record Mapping<R>(TableLayout layout, RowMapper<R> mapper) {}

  public TypedTable(TableState state, RowMapper<R> mapper) {
    this.state = state;
    this.mapping = new Mapping<>(state.layout(), mapper);
  }

  public TableState state() {
    return state;
  }

  public RowMapper<R> mapper(TableLayout layout) {
    Mapping<R> now = mapping;
    if (now.layout != layout) {
      now = new Mapping<>(layout, now.mapper.with(layout));
      mapping = now;
    }
    return now.mapper;
  }

  /** The row that the view looks at, null if it has expired. */
  public @Nullable R row(RowWriter writer, RowView view) {
    try {
      return view.header().isExpired(state.now()) ? null : mapper(writer.layout()).read(view);
    } catch (KeyFormatException malformed) {
      throw view.damaged(malformed);
    }
  }

  /** The default expiry of a row that is written now. */
  public long defaultExpiry() {
    String ttl = state.layout().def().options().get("ttl");
    return ttl == null ? RowHeader.NEVER : expiry(Duration.parse(ttl));
  }

  /** When a row expires that is written now with this time to live. */
  public long expiry(Duration timeToLive) {
    if (!TimeToLive.isValid(timeToLive)) {
      throw new RowException(TimeToLive.EXPECTED + "; found " + timeToLive);
    }
    return Math.addExact(state.now(), timeToLive.toMillis());
  }

  /** For compare-and-set. Leaves the key of both encoded in the writer. */
  public void checkSameKey(RowWriter writer, @Nullable R expected, @Nullable R update) {
    encodeKey(writer, expected, update);
    RowMapper<R> mapper = mapper(writer.layout());
    if (expected != null && update != null) {
      byte[] key = writer.copyOfKey();
      writer.encodeKey(mapper, update);
      if (!Arrays.equals(key, writer.copyOfKey())) {
        throw new RowException(
            "compare-and-set found two primary keys, expected one: a changed key is a delete and"
                + " an insert, in one transaction");
      }
    }
  }

  /** Encodes the primary key of the two rows of a compare-and-set, of which one may be null. */
  public void encodeKey(RowWriter writer, @Nullable R expected, @Nullable R update) {
    R known = expected == null ? update : expected;
    if (known == null) {
      throw new RowException("compare-and-set needs an expected row, a new one, or both");
    }
    writer.encodeKey(mapper(writer.layout()), known);
  }
}
