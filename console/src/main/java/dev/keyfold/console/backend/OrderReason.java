package dev.keyfold.console.backend;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why one key sorts before another: the first byte that differs, and what it belongs to. */
public final class OrderReason {
  private OrderReason() {}

  /** As JSON: at which byte, in which field, and a sentence. The first key is the smaller one. */
  public static Map<String, Object> of(Explained before, Explained after) {
    byte[] a = before.key();
    byte[] b = after.key();
    int at = Arrays.mismatch(a, b);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", at);
    if (at < 0) {
      json.put("field", null);
      json.put("text", "both keys are equal");
      return json;
    }
    KeyPart left = before.partAt(at);
    KeyPart right = after.partAt(at);
    json.put("field", right == null ? null : right.name());
    json.put("text", text(before, after, at, left, right));
    return json;
  }

  private static String text(
      Explained before, Explained after, int at, @Nullable KeyPart left, @Nullable KeyPart right) {
    if (left == null) {
      int field = fieldAt(after, right);
      return (right == null || field < 0
              ? "the first one"
              : right.name() + " " + before.valueOf(field))
          + " ends here with its key, and a key sorts before longer keys that start with it: byte "
          + at
          + " is absent before "
          + Bytes.toHex(after.key()[at]);
    }
    if (isMalformed(left) || isMalformed(right)) {
      return "one of the keys is malformed here, so the plain bytes decide: byte "
          + at
          + " is "
          + Bytes.toHex(before.key()[at])
          + " before "
          + Bytes.toHex(after.key()[at]);
    }
    String bytes =
        "byte "
            + at
            + " is "
            + Bytes.toHex(before.key()[at])
            + " before "
            + Bytes.toHex(after.key()[at]);
    int of = Math.min(fieldAt(before, left), fieldAt(after, right));
    if (of < 0) {
      String names =
          right == null || left.name().equals(right.name())
              ? left.name()
              : left.name() + " and " + right.name();
      return "the keys differ in " + names + ": " + bytes;
    }
    if (ends(before, left, of) || ends(after, right, of)) {
      Explained shorter = ends(before, left, of) ? before : after;
      return shorter.nameOf(of)
          + " "
          + shorter.valueOf(of)
          + " ends here, and its end sorts "
          + (shorter == before ? "before" : "after")
          + " every longer value: "
          + bytes;
    }
    KeyField field = before.field(of);
    boolean descending = field != null && field.order().isDescending();
    return before.nameOf(of)
        + " "
        + before.valueOf(of)
        + " comes before "
        + after.valueOf(of)
        + (descending ? ", as the field is descending: " : ": ")
        + bytes;
  }

  /** The field of a part; what separates belongs to the field before it. Negative for none. */
  private static int fieldAt(Explained key, @Nullable KeyPart part) {
    KeyPart found = part;
    while (found != null && found.field() < 0 && found.role() == KeyPart.Role.SEPARATOR) {
      found = found.offset() == 0 ? null : key.partAt(found.offset() - 1);
    }
    return found == null ? -1 : found.field();
  }

  /** Whether the value of the field is over before the part. */
  private static boolean ends(Explained key, @Nullable KeyPart part, int field) {
    return part == null
        || part.role() == KeyPart.Role.TERMINATOR
        || part.role() == KeyPart.Role.SEPARATOR
        || fieldAt(key, part) > field;
  }

  private static boolean isMalformed(@Nullable KeyPart part) {
    return part != null && part.role() == KeyPart.Role.MALFORMED;
  }

  /** How keys of a schema are sorted, field by field, in words. */
  public static String rules(KeySchema schema) {
    StringBuilder text = new StringBuilder("Sorted ");
    if (schema.shards() > 0) {
      text.append("by shard (two bytes), within a shard ");
    }
    for (int i = 0; i < schema.size(); i++) {
      KeyField field = schema.field(i);
      text.append(i == 0 ? "by " : ", then by ").append(field.name());
      text.append(field.order().isDescending() ? " from high to low" : " from low to high");
      if (field.order().isNullable()) {
        text.append(field.order().isNullsLast() ? ", null last" : ", null first");
      }
    }
    return text.append(": the first byte that differs decides.").toString();
  }
}
