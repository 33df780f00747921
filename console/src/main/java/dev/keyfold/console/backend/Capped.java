package dev.keyfold.console.backend;

import java.util.LinkedHashMap;
import java.util.Map;

/** Bytes and texts of any size, shown up to a limit; what is longer can be downloaded. */
public final class Capped {
  /** Longest value that is shown whole. */
  public static final int BYTES = 64 << 10;

  /** How much of a longer one is shown. */
  public static final int PREVIEW = 1 << 10;

  private Capped() {}

  /** Bytes as {@code {text, length, capped}}; the text can be read back if it is not capped. */
  public static Map<String, Object> bytes(byte[] value) {
    boolean capped = value.length > BYTES;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("text", KeyInput.escaped(value, 0, capped ? PREVIEW : value.length));
    json.put("length", value.length);
    json.put("capped", capped);
    return json;
  }

  /** Whether a written value is too long to be shown. */
  public static boolean isLong(String written) {
    return written.length() > BYTES;
  }
}
