package dev.keyfold.table.source;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.entry.EntryValues;
import dev.keyfold.table.errors.EntryException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.SourceDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ValueLayout;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of a view's entries: what a table would have stored for them. Not thread-safe.
 *
 * <pre>
 *   source   user#7     {"name":"Ada"}
 *   record   user#7     01 01 41646100        header, then the fields that are not in the key
 * </pre>
 */
final class EntryRecords {
  /** Bytes of a key that a message shows. */
  private static final int SHOWN = 512;

  private final TableDef view;
  private final SourceDef source;
  private final EntryDecoder decoder;
  private final ValueLayout layout;
  private final @Nullable KeyWriter writer;
  private final byte[] header;

  /** Throws {@link TableException} if the form of the values does not fit the fields. */
  EntryRecords(TableLayout table, SourceDef source) {
    this.view = table.def();
    this.source = source;
    try {
      Set<String> inKey = Set.copyOf(view.key().fields());
      this.decoder =
          new EntryDecoder(
                  view,
                  table.primary().schema(),
                  Set.of(),
                  EntryValues.parse(source.values(), view, inKey))
              .ignoringOthers();
    } catch (BadInputException e) {
      throw new TableException("the values of view " + view.name() + ": " + e.getMessage(), e);
    }
    this.layout = table.value();
    this.writer = layout.newWriter(ValueLayout.MOST_BYTES);
    byte[] room = new byte[RowHeader.LONGEST];
    int length =
        new RowHeader().set(layout.number(), RowHeader.NEVER, 0).withFormatOf(layout).write(room);
    this.header = java.util.Arrays.copyOf(room, length);
  }

  /**
   * Puts the record of an entry into the slice; false if it does not fit and the view skips such
   * entries. Throws {@link EntryException} if it does not fit and the view does not skip.
   */
  boolean read(Slice key, Slice value, Slice record) {
    try {
      Object[] values = decoder.values(key, value);
      if (writer == null) {
        record.copyFrom(header, 0, header.length);
        return true;
      }
      writer.reset();
      for (int i = 0; i < layout.size(); i++) {
        writer.put(values[layout.source(i)]);
      }
      int body = writer.finish();
      byte[] whole = new byte[header.length + body];
      System.arraycopy(header, 0, whole, 0, header.length);
      System.arraycopy(writer.buffer(), 0, whole, header.length, body);
      record.set(whole, 0, whole.length);
      return true;
    } catch (BadInputException | KeyException misfit) {
      if (source.skipping()) {
        return false;
      }
      throw new EntryException(
          "view "
              + view.name()
              + ": the entry with "
              + describe(key.toArray())
              + " of "
              + source.url()
              + " does not fit: "
              + misfit.getMessage()
              + ". Narrow the query, or create the view again with a condition on its first key"
              + " fields, other fields, or skipping of such entries",
          misfit);
    }
  }

  private static String describe(byte[] key) {
    if (key.length == 0) {
      return "the empty key";
    }
    return key.length <= SHOWN
        ? "the key " + Bytes.toHex(key)
        : "the key " + Bytes.toHex(key, 0, SHOWN) + "... (" + key.length + " bytes)";
  }
}
