package dev.keyfold.redis.command.sort;

import dev.keyfold.redis.command.Call;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of BY or GET: {@code weight_*} is the string under that name with the element for the
 * star, {@code obj_*->age} the field of that hash, {@code #} the element itself. Immutable.
 */
final class Pattern {
  private final boolean element;
  private final boolean star;
  private final byte[] prefix;
  private final byte[] suffix;
  private final byte @Nullable [] field;

  Pattern(byte[] text) {
    int at = indexOf(text, 0, '*', -1);
    element = text.length == 1 && text[0] == '#';
    star = at >= 0;
    int arrow = star ? indexOf(text, at + 1, '-', '>') : -1;
    // An arrow at the very end is part of the name.
    boolean inHash = arrow >= 0 && arrow + 2 < text.length;
    prefix = star ? Arrays.copyOf(text, at) : text;
    suffix = star ? Arrays.copyOfRange(text, at + 1, inHash ? arrow : text.length) : new byte[0];
    field = inHash ? Arrays.copyOfRange(text, arrow + 2, text.length) : null;
  }

  private static int indexOf(byte[] text, int from, int first, int second) {
    for (int i = from; i < text.length; i++) {
      if (text[i] == first && (second < 0 || (i + 1 < text.length && text[i + 1] == second))) {
        return i;
      }
    }
    return -1;
  }

  /** Whether it differs from element to element. */
  boolean isVariable() {
    return star;
  }

  /** The value that the pattern refers to for an element; null if none exists. */
  byte @Nullable [] lookUp(Call call, byte[] value) {
    if (element) {
      return value;
    }
    if (!star) {
      return null;
    }
    byte[] name = Arrays.copyOf(prefix, prefix.length + value.length + suffix.length);
    System.arraycopy(value, 0, name, prefix.length, value.length);
    System.arraycopy(suffix, 0, name, prefix.length + value.length, suffix.length);
    Space space = call.space();
    StructureType type = space.keys().type(name);
    call.found(name, type != null);
    if (field != null) {
      return type == StructureType.HASH ? space.hashes().get(name, field) : null;
    }
    return type == StructureType.STRING ? space.strings().get(name) : null;
  }
}
