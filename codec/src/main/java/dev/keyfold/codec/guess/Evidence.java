package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The evidence for a proposal: how its keys are built, and the values of each field. */
final class Evidence {
  private static final BigInteger FIRST_SECOND = BigInteger.valueOf(946_684_800L);
  private static final BigInteger LAST_SECOND = BigInteger.valueOf(2_524_608_000L);
  private static final BigInteger THOUSAND = BigInteger.valueOf(1_000);
  private static final int LONGEST = 40;

  private Evidence() {}

  static List<String> of(Proposal proposal, List<Proposal> all, List<byte[]> keys) {
    KeySchema schema = proposal.schema();
    List<Object[]> rows = KeyGuess.decoded(schema, keys);
    List<String> lines = new ArrayList<>();
    lines.add(layout(schema, keys));
    boolean inner = false;
    for (int i = 0; i < schema.size(); i++) {
      int column = i;
      List<@Nullable Object> values = new ArrayList<>();
      rows.forEach(row -> values.add(row[column]));
      lines.add(field(schema.field(i), values, inner));
      inner |= values.stream().distinct().count() > 1; // sorted keys: the first one rises anyway
    }
    maps(schema, rows, lines);
    for (Proposal other : all) {
      if (!other.schema().format().equals(schema.format())
          && other.decodesAll()
          && sameValues(rows, KeyGuess.decoded(other.schema(), keys))) {
        lines.add(
            "the format "
                + other.schema().format()
                + " reads the same values with the schema '"
                + other.schema()
                + "': these bytes do not tell which of them wrote the keys");
      }
    }
    return lines;
  }

  /** How the format shows. */
  private static String layout(KeySchema schema, List<byte[]> keys) {
    String name = schema.format().name();
    String shards =
        schema.shards() == 0
            ? ""
            : "; the shard in front of each key is right for " + schema.shards() + " shards";
    if (name.startsWith("compound")) {
      List<String> counts = new ArrayList<>();
      for (Map.Entry<String, Integer> one : CompoundGuess.prefixes(keys).entrySet()) {
        counts.add(one.getKey() + " " + one.getValue());
      }
      return "prefixes of FerricStore's compound keys: " + String.join(", ", counts);
    }
    return switch (name.split(":", 2)[0]) {
      case "tuple" -> "every byte is a type code of the FoundationDB tuple layer or belongs to one";
      case "rowkey" -> "00 00 between components; every other 00 is escaped as 00 01";
      case "phoenix" ->
          "fixed-width columns without separators, 00 or ff after the others but the last" + shards;
      case "native" -> "fixed-width fields, and text and bytes that end in 00" + shards;
      default -> delimiters(name, schema) + shards;
    };
  }

  private static String delimiters(String name, KeySchema schema) {
    String delimiter = name.contains(":") ? name.substring(name.indexOf(':') + 1) : "1f";
    return schema.size() == 1 && schema.shards() == 0
        ? "text without a delimiter that all keys have"
        : "the delimiter " + delimiter.split(",", 2)[0] + " between " + schema.size() + " fields";
  }

  private static String field(KeyField field, List<@Nullable Object> values, boolean inner) {
    List<Object> present = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        present.add(value);
      }
    }
    StringBuilder line = new StringBuilder(field.toString()).append(": ");
    if (present.isEmpty()) {
      return line.append("always null").toString();
    }
    Set<Object> distinct = new HashSet<>();
    present.forEach(
        value -> distinct.add(value instanceof byte[] array ? ByteBuffer.wrap(array) : value));
    if (distinct.size() == 1) {
      line.append("always ").append(print(field, present.get(0)));
    } else {
      line.append(String.format(Locale.ROOT, "%,d different values", distinct.size()));
      range(field, present, line);
    }
    int nulls = values.size() - present.size();
    line.append(nulls == 0 ? "" : ", null in " + nulls + " keys");
    meaning(field, present, line);
    if (inner && distinct.size() > 2 && nulls == 0 && rises(present)) {
      line.append("; rises along the whole sample, as a time or a counter does");
    }
    return line.toString();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // values of one field are of one class
  private static void range(KeyField field, List<Object> values, StringBuilder line) {
    if (values.get(0) instanceof Comparable) {
      Object least = values.get(0);
      Object most = values.get(0);
      for (Object value : values) {
        least = ((Comparable) value).compareTo(least) < 0 ? value : least;
        most = ((Comparable) value).compareTo(most) > 0 ? value : most;
      }
      line.append(" from ").append(print(field, least)).append(" to ").append(print(field, most));
    }
  }

  private static String print(KeyField field, Object value) {
    String text = ValueText.print(field.type(), value);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** What numbers and uuids probably are. */
  private static void meaning(KeyField field, List<Object> values, StringBuilder line) {
    Kind kind = field.type().kind();
    if (kind == Kind.UUID) {
      Set<Integer> versions = new java.util.TreeSet<>();
      values.forEach(value -> versions.add(((java.util.UUID) value).version()));
      line.append("; uuids of version ").append(versions);
      return;
    }
    if (kind == Kind.TIMESTAMP_MILLIS) {
      line.append("; epoch milliseconds");
    }
    BigInteger least = null;
    BigInteger most = null;
    for (Object value : values) {
      BigInteger number = FieldCost.integer(value);
      if (number == null) {
        return;
      }
      least = least == null ? number : least.min(number);
      most = most == null ? number : most.max(number);
    }
    String unit = unit(least, most);
    if (unit != null) {
      line.append("; would be ").append(unit);
    }
  }

  /** The unit in which numbers are instants of our time; null if they are none. */
  private static @Nullable String unit(@Nullable BigInteger least, @Nullable BigInteger most) {
    if (least == null || most == null) {
      return null;
    }
    BigInteger scale = BigInteger.ONE;
    for (String unit : List.of("seconds", "milliseconds", "microseconds", "nanoseconds")) {
      if (least.compareTo(FIRST_SECOND.multiply(scale)) >= 0
          && most.compareTo(LAST_SECOND.multiply(scale)) < 0) {
        Instant first = Instant.ofEpochSecond(least.divide(scale).longValueExact());
        Instant last = Instant.ofEpochSecond(most.divide(scale).longValueExact());
        return "epoch " + unit + " from " + first + " to " + last;
      }
      scale = scale.multiply(THOUSAND);
    }
    return null;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // values of one field are of one class
  private static boolean rises(List<Object> values) {
    for (int i = 1; i < values.size(); i++) {
      if (!(values.get(i) instanceof Comparable next) || next.compareTo(values.get(i - 1)) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Maps and arrays that are spread over keys: {@code bob.name}, {@code friends.0}. */
  private static void maps(KeySchema schema, List<Object[]> rows, List<String> lines) {
    if (schema.size() != 2
        || !schema.format().name().equals("delimited:.")
        || schema.field(0).type().kind() != Kind.STRING) {
      return;
    }
    long numbered = rows.stream().filter(row -> TextGuess.isNumber(String.valueOf(row[1]))).count();
    Set<Object> names = new HashSet<>();
    rows.forEach(row -> names.add(row[0]));
    if (names.size() < rows.size()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "maps and arrays over keys: %,d names, %,d keys with a position, %,d with a field",
              names.size(),
              numbered,
              rows.size() - numbered));
    }
  }

  static boolean sameValues(List<Object[]> a, List<Object[]> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i).length != b.get(i).length) {
        return false;
      }
      for (int k = 0; k < a.get(i).length; k++) {
        if (!Objects.deepEquals(a.get(i)[k], b.get(i)[k])) {
          return false;
        }
      }
    }
    return !a.isEmpty();
  }
}
