package dev.keyfold.codec;

import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.bytes.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of one key, in order and without gaps, and how to show them. Immutable. */
public final class KeyExplanation {
  private static final int BYTES_PER_LINE = 16;
  private static final String RESET = "\u001b[0m";
  private static final String DIM = "\u001b[2m";
  private static final String BOLD_RED = "\u001b[1;31m";
  // Distinct on light and dark backgrounds; neighbours never share one.
  private static final int[] FIELD_COLOURS = {36, 33, 32, 35, 34, 31};

  private final KeySchema schema;
  private final byte[] key;
  private final List<KeyPart> parts;
  private final @Nullable KeyFormatException error;

  KeyExplanation(
      KeySchema schema, byte[] key, List<KeyPart> parts, @Nullable KeyFormatException error) {
    this.schema = schema;
    this.key = key;
    this.parts = parts;
    this.error = error;
  }

  /** The parts, in the order of their bytes. */
  public List<KeyPart> parts() {
    return parts;
  }

  /** What is wrong with the key; null if nothing is. */
  public @Nullable KeyFormatException error() {
    return error;
  }

  /** The annotated hexdump without colours. */
  @Override
  public String toString() {
    return render(false);
  }

  /**
   * The annotated hexdump: offset, bytes, field, meaning; with ANSI colours by field if asked for.
   */
  public String render(boolean colour) {
    return render(colour, BYTES_PER_LINE);
  }

  /** {@link #render(boolean)} with at most so many bytes a line, for narrow places. */
  public String render(boolean colour, int bytesPerLine) {
    int names = "field".length();
    int widest = "bytes".length();
    for (KeyPart part : parts) {
      names = Math.max(names, part.name().length());
      widest = Math.max(widest, Math.min(part.length(), bytesPerLine) * 3 - 1);
    }
    StringBuilder out = new StringBuilder();
    out.append(key.length)
        .append(key.length == 1 ? " byte" : " bytes")
        .append(", ")
        .append(schema.format());
    if (schema.shards() > 0) {
      out.append(", ").append(schema.shards()).append(" shards");
    }
    out.append(": ").append(schema).append('\n');
    line(out, "offset", "bytes", "field", "meaning", widest, names, "");
    for (KeyPart part : parts) {
      render(out, part, bytesPerLine, widest, names, colour);
    }
    if (error != null) {
      out.append(colour ? BOLD_RED : "").append("malformed: ").append(error.getMessage());
      out.append(colour ? RESET : "").append('\n');
    }
    return out.toString();
  }

  private void render(
      StringBuilder out, KeyPart part, int perLine, int widest, int names, boolean colour) {
    String paint = colour ? paint(part) : "";
    int at = part.offset();
    do {
      int to = Math.min(part.end(), at + perLine);
      boolean first = at == part.offset();
      line(
          out,
          Integer.toString(at),
          spaced(at, to),
          first ? part.name() : "",
          first ? part.text() : "",
          widest,
          names,
          paint);
      at = to;
    } while (at < part.end());
  }

  private static String paint(KeyPart part) {
    if (part.role() == Role.MALFORMED) {
      return BOLD_RED;
    }
    if (part.field() < 0) {
      return DIM;
    }
    String colour = "\u001b[" + FIELD_COLOURS[part.field() % FIELD_COLOURS.length] + "m";
    return part.role() == Role.VALUE ? colour : colour + DIM;
  }

  private static void line(
      StringBuilder out,
      String offset,
      String bytes,
      String name,
      String text,
      int widest,
      int names,
      String paint) {
    int start = out.length();
    out.append(" ".repeat(Math.max(0, 6 - offset.length()))).append(offset).append("  ");
    painted(out, bytes, paint);
    out.append(" ".repeat(widest - bytes.length() + 2));
    painted(out, name, paint);
    out.append(" ".repeat(names - name.length() + 2)).append(text);
    int end = out.length();
    while (end > start && out.charAt(end - 1) == ' ') {
      end--;
    }
    out.setLength(end);
    out.append('\n');
  }

  private static void painted(StringBuilder out, String text, String paint) {
    boolean plain = paint.isEmpty() || text.isEmpty();
    out.append(plain ? "" : paint).append(text).append(plain ? "" : RESET);
  }

  private String spaced(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i == from ? "" : " ").append(Bytes.toHex(key[i]));
    }
    return text.toString();
  }
}
