package dev.keyfold.codec;

import dev.keyfold.codec.native1.NativeFormat;
import java.util.List;

/**
 * The formats there are. Apart from {@link KeyFormat}, so that loading one format never waits for
 * another.
 */
public final class KeyFormats {
  /** The native format, version 1: order-preserving, injective and prefix-free for every schema. */
  public static final KeyFormat NATIVE = new NativeFormat();

  private static final List<KeyFormat> ALL = List.of(NATIVE);

  private KeyFormats() {}

  /** All formats, the native one first. */
  public static List<KeyFormat> all() {
    return ALL;
  }

  /** The format of that name. */
  public static KeyFormat named(String name) {
    for (KeyFormat format : ALL) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    throw new KeySchemaException(
        null,
        -1,
        "the format '" + name + "'",
        "one of " + String.join(", ", ALL.stream().map(KeyFormat::name).toList()));
  }
}
