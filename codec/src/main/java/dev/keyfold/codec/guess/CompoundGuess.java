package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** FerricStore's compound keys: letters and a colon in front, a zero byte before the sub-key. */
final class CompoundGuess {
  private static final List<String> PREFIXES = List.of("H:", "S:", "Z:", "L:", "T:", "LM:", "PM:");
  private static final List<String> OTHERS =
      List.of("V:", "VM:", "X:", "XM:", "XG:", "XP:", "XC:", "FC:");

  /** The price of three fields. */
  private static final double PRICE = 20;

  /** The price of bytes where text would do: only names that are no text need them. */
  private static final double BYTES = 200;

  private CompoundGuess() {}

  /** How many keys have each prefix; empty if most have none. */
  static Map<String, Integer> prefixes(List<byte[]> keys) {
    Map<String, Integer> counts = new TreeMap<>();
    for (byte[] key : keys) {
      String start = new String(key, 0, Math.min(3, key.length), StandardCharsets.ISO_8859_1);
      int colon = start.indexOf(':');
      String prefix = colon < 0 ? "" : start.substring(0, colon + 1);
      if (PREFIXES.contains(prefix) || OTHERS.contains(prefix)) {
        counts.merge(prefix, 1, Integer::sum);
      }
    }
    int sum = counts.values().stream().mapToInt(Integer::intValue).sum();
    return sum * 2 > keys.size() ? counts : Map.of();
  }

  /** The names of the fields, which this format prescribes. */
  static List<String> names() {
    return List.of("kind", "key", "sub");
  }

  static List<Draft> drafts(byte[][] keys) {
    if (prefixes(List.of(keys)).isEmpty()) {
      return List.of();
    }
    List<Draft> drafts = new ArrayList<>();
    for (String format : List.of("compound", "compound:unescaped")) {
      for (KeyType key : List.of(KeyType.STRING, KeyType.BYTES)) {
        for (KeyType sub : List.of(KeyType.STRING, KeyType.BYTES, KeyType.DOUBLE)) {
          Draft draft = draft(keys, KeyFormats.named(format), key, sub);
          if (draft != null) {
            drafts.add(draft);
          }
        }
      }
    }
    return drafts;
  }

  private static @Nullable Draft draft(byte[][] keys, KeyFormat format, KeyType key, KeyType sub) {
    List<Draft.Slot> slots =
        List.of(
            new Draft.Slot(KeyType.STRING, KeyOrder.ASC),
            new Draft.Slot(key, KeyOrder.ASC),
            new Draft.Slot(sub, KeyOrder.ASC_NULLS_FIRST));
    KeySchema schema = Objects.requireNonNull(new Draft(format, slots, 0, false).schema());
    KeyReader reader = schema.newReader();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (byte[] one : keys) {
      try {
        rows.add(reader.reset(one).getAll());
      } catch (KeyException e) {
        // not of this kind; what share is read is seen in the end
      }
    }
    if (rows.size() * 5 < keys.length || rows.isEmpty()) {
      return null;
    }
    double bits = PRICE + (format.name().equals("compound") ? 0 : 2);
    for (int i = 0; i < 3; i++) {
      int column = i;
      @Nullable Object[] values = rows.stream().map(row -> row[column]).toArray();
      KeyField field = schema.field(i);
      bits += FieldCost.of(field.type(), values, 8 * values.length);
      bits += field.type().equals(KeyType.BYTES) ? BYTES : 0;
    }
    return new Draft(format, slots, bits * keys.length / rows.size(), false);
  }
}
