package dev.keyfold.server.api;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Why one key sorts before another: the first byte that differs, and what it belongs to. */
final class OrderReason {
  private OrderReason() {}

  /** As JSON: at which byte, in which field, and a sentence. The first key is the smaller one. */
  static Map<String, Object> of(Explained before, Explained after) {
    byte[] a = before.key();
    byte[] b = after.key();
    int at = Arrays.mismatch(a, b);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", at);
    if (at < 0) {
      json.put("field", null);
      json.put("text", "both are the same");
      return json;
    }
    KeyPart left = before.partAt(at);
    KeyPart right = after.partAt(at);
    json.put("field", right == null ? null : right.name());
    json.put("text", text(before, after, at, left, right));
    return json;
  }

  private static String text(
      Explained before, Explained after, int at, KeyPart left, KeyPart right) {
    if (left == null) {
      return "the first one ends after " + at + " bytes, and a beginning sorts before what goes on";
    }
    String bytes =
        "byte "
            + at
            + " is "
            + Bytes.toHex(before.key()[at])
            + " before "
            + Bytes.toHex(after.key()[at]);
    if (right == null || left.field() < 0 || left.field() != right.field()) {
      String names =
          right == null || left.name().equals(right.name())
              ? left.name()
              : left.name() + " and " + right.name();
      return "they differ in " + names + ": " + bytes;
    }
    if (left.role() == KeyPart.Role.TERMINATOR || right.role() == KeyPart.Role.TERMINATOR) {
      Explained shorter = left.role() == KeyPart.Role.TERMINATOR ? before : after;
      return left.name()
          + " "
          + shorter.valueOf(left.field())
          + " ends there, and its end sorts "
          + (shorter == before ? "before" : "behind")
          + " whatever could follow: "
          + bytes;
    }
    KeyField field = before.field(left.field());
    boolean descending = field != null && field.order().isDescending();
    return left.name()
        + " "
        + before.valueOf(left.field())
        + " comes before "
        + after.valueOf(left.field())
        + (descending ? ", as the field is descending: " : ": ")
        + bytes;
  }
}
