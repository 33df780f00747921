package dev.keyfold.table.entry;

import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.codec.bytes.CellRowException;
import dev.keyfold.store.Slice;
import dev.keyfold.table.schema.FieldDef;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fields from the cells of a row of a wide-column table. Each field names its cell, and {@code as
 * text} if the cell has the value as text:
 *
 * <pre>
 *   name=info:name, age=info:age, price=info:price as text, raw=img:\x00\x2c
 *
 *   string              UTF-8                     int32, uint32       4 bytes, big-endian
 *   bytes               the bytes                 float, double       IEEE 754, big-endian
 *   bool                00, or 01 or ff           timestamp           int64, milliseconds
 *   uuid                16 bytes                  decimal             4 bytes of scale, then digits
 * </pre>
 *
 * <p>Those are the encodings that Java programs get from the byte utilities of such databases;
 * {@code \xHH} is a byte of a name. A cell that does not exist is null.
 */
final class CellValues extends EntryValues {
  private static final Pattern COLUMN =
      Pattern.compile("\\s*(\\S+?)\\s*=\\s*([^:,\\s]+):(\\S*?)(\\s+as\\s+text)?\\s*");

  private static final Pattern ESCAPE = Pattern.compile("\\\\x([0-9A-Fa-f]{2})|\\\\\\\\");

  /** A field and its cell. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this class
  private record Column(FieldDef field, byte[] family, byte[] qualifier, boolean text) {}

  private final List<Column> columns;
  private final CellRow row = new CellRow();

  private CellValues(List<Column> columns) {
    super(columns.stream().map(column -> column.field.name()).collect(Collectors.toSet()));
    this.columns = columns;
  }

  /**
   * @param fields the field of a name; refuses one that the table does not have
   */
  static CellValues parse(String text, Function<String, FieldDef> fields) {
    List<Column> columns = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher found = COLUMN.matcher(part);
      if (!found.matches()) {
        throw new BadInputException(
            "found '"
                + part.strip()
                + "', expected FIELD=FAMILY:QUALIFIER, or the same with 'as text'; write a comma or"
                + " blank of a name as \\x2c or \\x20");
      }
      FieldDef field = fields.apply(found.group(1));
      boolean asText = found.group(4) != null;
      if (!asText) {
        checkType(field);
      }
      columns.add(new Column(field, name(found.group(2)), name(found.group(3)), asText));
    }
    Set<String> once = columns.stream().map(c -> c.field.name()).collect(Collectors.toSet());
    if (once.size() < columns.size()) {
      throw new BadInputException("found a field twice, expected one cell for each field");
    }
    return new CellValues(List.copyOf(columns));
  }

  /** Bytes of a name, in which an escape is one byte. */
  private static byte[] name(String text) {
    StringBuilder latin = new StringBuilder();
    Matcher escape = ESCAPE.matcher(text);
    int at = 0;
    while (escape.find()) {
      latin.append(bytes(text.substring(at, escape.start())));
      latin.append(escape.group(1) == null ? '\\' : (char) Integer.parseInt(escape.group(1), 16));
      at = escape.end();
    }
    return latin.append(bytes(text.substring(at))).toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static void checkType(FieldDef field) {
    switch (field.type().kind()) {
      case STRING, BYTES, FIXED_BYTES, BOOL, UUID, FLOAT, DOUBLE, TIMESTAMP_MILLIS -> {}
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> {}
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 -> {}
      default ->
          throw new BadInputException(
              "the field "
                  + field
                  + " has no usual encoding in a cell; write 'as text' if it is text");
    }
  }

  @Override
  void read(Slice value, Map<String, @Nullable Object> into) {
    row.reset(value.array(), value.offset(), value.length());
    try {
      while (row.next()) {
        for (Column column : columns) {
          if (row.isFamily(column.family) && row.isQualifier(column.qualifier)) {
            into.put(column.field.name(), decode(column));
          }
        }
      }
    } catch (CellRowException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  private Object decode(Column column) {
    byte[] in = row.array();
    int from = row.valueFrom();
    int to = row.valueTo();
    KeyType type = column.field.type();
    if (column.text) {
      return JsonText.utf8(in, from, to);
    }
    return switch (type.kind()) {
      case STRING -> JsonText.utf8(in, from, to);
      case BYTES, FIXED_BYTES -> row.value();
      case BOOL -> {
        byte found = in[exactly(column, 1)];
        if (found < -1 || found > 1) {
          throw bad(column, "00, 01 or ff");
        }
        yield found != 0;
      }
      case INT8, UINT8 -> integer(column, 1);
      case INT16, UINT16 -> integer(column, 2);
      case INT32, UINT32 -> integer(column, 4);
      case INT64, UINT64 -> integer(column, 8);
      case FLOAT -> Float.intBitsToFloat(Bytes.getInt(in, exactly(column, 4)));
      case DOUBLE -> Double.longBitsToDouble(Bytes.getLong(in, exactly(column, 8)));
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(Bytes.getLong(in, exactly(column, 8)));
      case UUID -> new UUID(Bytes.getLong(in, exactly(column, 16)), Bytes.getLong(in, from + 8));
      default -> decimal(column, in, from, to);
    };
  }

  private BigInteger integer(Column column, int width) {
    int from = exactly(column, width);
    boolean unsigned =
        switch (column.field.type().kind()) {
          case UINT8, UINT16, UINT32, UINT64 -> true;
          default -> false;
        };
    return unsigned
        ? new BigInteger(1, row.array(), from, width)
        : new BigInteger(row.array(), from, width);
  }

  private BigDecimal decimal(Column column, byte[] in, int from, int to) {
    if (to - from < 5) {
      throw bad(column, "4 bytes of scale and at least one of digits");
    }
    return new BigDecimal(new BigInteger(in, from + 4, to - from - 4), Bytes.getInt(in, from));
  }

  /** Where the value begins, if it has that many bytes. */
  private int exactly(Column column, int bytes) {
    if (row.valueTo() - row.valueFrom() != bytes) {
      throw bad(column, bytes == 1 ? "one byte" : bytes + " bytes");
    }
    return row.valueFrom();
  }

  private BadInputException bad(Column column, String expected) {
    byte[] value = row.value();
    int shown = Math.min(value.length, 16);
    return new BadInputException(
        "field "
            + column.field.name()
            + ": found the bytes "
            + Bytes.toHex(value, 0, shown)
            + (shown < value.length ? "…" : "")
            + ", expected "
            + expected
            + " of "
            + column.field.type()
            + "; write 'as text' if the cell has text");
  }
}
