package dev.keyfold.codec.tuple;

import dev.keyfold.codec.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one tuple without a schema: the code of an item decides its class. */
final class Unpacker extends ItemReader {
  private int stampAt = -1;

  Unpacker(byte[] bytes, int from, int to) {
    reset(bytes, from, from, to);
    if (to - from > Limits.KEY_BYTES) {
      throw bad(from, "a tuple of " + (to - from) + " bytes", "at most " + Limits.KEY_BYTES);
    }
  }

  /** Offset of the transaction version of the incomplete versionstamp; -1 if none exists. */
  int stampAt() {
    return stampAt;
  }

  List<Object> items() {
    List<Object> items = new ArrayList<>();
    while (pos < end) {
      items.add(item(0));
    }
    return Collections.unmodifiableList(items);
  }

  private @Nullable Object item(int depth) {
    boolean nested = depth > 0;
    if (isNull(nested)) {
      passNull(nested);
      return null;
    }
    int code = code();
    if (Codes.isInteger(code)) {
      // Separate branches: a conditional expression would have one type for both.
      if (isLong()) {
        return longValue();
      }
      return integer();
    }
    return switch (code) {
      case Codes.BYTES -> bytes();
      case Codes.STRING -> string();
      case Codes.NESTED -> list(depth + 1);
      case Codes.FLOAT -> floatValue();
      case Codes.DOUBLE -> doubleValue();
      case Codes.FALSE, Codes.TRUE -> booleanValue();
      case Codes.UUID -> uuid();
      case Codes.VERSIONSTAMP -> versionstamp();
      default -> throw unknown();
    };
  }

  private List<Object> list(int depth) {
    // Bounds the stack too: bytes may well be a million codes of lists.
    if (depth > Limits.NESTING) {
      throw bad(pos, "lists nested " + depth + " deep", "at most " + Limits.NESTING);
    }
    List<Object> items = new ArrayList<>();
    pos++;
    while (!isEnd()) {
      items.add(item(depth));
    }
    pos++;
    return Collections.unmodifiableList(items);
  }

  private Versionstamp versionstamp() {
    need(1 + Versionstamp.BYTES, "a versionstamp of " + Versionstamp.BYTES + " bytes");
    Versionstamp stamp = Versionstamp.at(buf, pos + 1);
    if (!stamp.isComplete()) {
      if (stampAt >= 0) {
        throw bad(pos, "a second incomplete versionstamp", "one");
      }
      stampAt = pos + 1 - start;
    }
    pos += 1 + Versionstamp.BYTES;
    return stamp;
  }
}
