package dev.keyfold.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random rows that the format compound has. */
final class CompoundRows {
  private CompoundRows() {}

  static boolean isEscaped(KeySchema schema) {
    return schema.format() == KeyFormats.COMPOUND;
  }

  static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(record(schema, random));
    }
    return records;
  }

  static List<Object> record(KeySchema schema, Random random) {
    boolean positions = schema.field(2).type().equals(KeyType.DOUBLE);
    String[] kinds =
        positions
            ? new String[] {"L", "L", "L", "T", "LM", "PM"}
            : new String[] {"H", "S", "Z", "H", "T", "LM", "PM"};
    String kind = kinds[random.nextInt(kinds.length)];
    Object sub;
    if (kind.length() > 1 || kind.equals("T")) {
      sub = null;
    } else if (positions) {
      sub = (random.nextInt(4001) - 2000) / (double) (1 << random.nextInt(12)) + 0.0;
    } else {
      sub = content(schema.field(2).type(), "a\0%\1\u00ff", random);
    }
    return Arrays.asList(
        kind,
        content(schema.field(1).type(), isEscaped(schema) ? "a%\0\1:02" : "a%\1:", random),
        sub);
  }

  static Object content(KeyType type, String alphabet, Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return type.equals(KeyType.STRING)
        ? text.toString()
        : text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
