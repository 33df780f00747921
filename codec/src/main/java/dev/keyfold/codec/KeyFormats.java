package dev.keyfold.codec;

import java.util.List;
import java.util.ServiceLoader;

/**
 * The formats there are. They are found as services, so that a format is a package which nothing
 * here names; a program may bring one of its own.
 */
public final class KeyFormats {
  private static final List<KeyFormat> ALL =
      ServiceLoader.load(KeyFormat.class, KeyFormat.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  /** The native format, version 1: order-preserving, injective and prefix-free for every schema. */
  public static final KeyFormat NATIVE = named("native");

  /** Keys of the composite key index specification, with the delimiter 1F; variants by name. */
  public static final KeyFormat DELIMITED = named("delimited");

  /** Components joined by 00 00, as rednaco's RowKey has them. */
  public static final KeyFormat ROWKEY = named("rowkey");

  /** Row keys of Apache Phoenix. */
  public static final KeyFormat PHOENIX = named("phoenix");

  /** The FoundationDB tuple layer: self-describing, shared with other languages. */
  public static final KeyFormat TUPLE = named("tuple");

  /**
   * The compound keys of FerricStore, escaped; {@code compound:unescaped} is the older revision.
   */
  public static final KeyFormat COMPOUND = named("compound");

  private KeyFormats() {}

  /** All formats, the native one first. */
  public static List<KeyFormat> all() {
    return ALL;
  }

  /**
   * The format of that name, as used on the command line; after a colon one of its variants, where
   * it has some.
   */
  public static KeyFormat named(String name) {
    int colon = name.indexOf(':');
    String base = colon < 0 ? name : name.substring(0, colon);
    for (KeyFormat format : ALL) {
      if (format.name().equals(base)) {
        return colon < 0 ? format : format.variant(name.substring(colon + 1));
      }
    }
    throw new KeySchemaException(
        null,
        -1,
        "the format '" + name + "'",
        "one of " + String.join(", ", ALL.stream().map(KeyFormat::name).toList()));
  }
}
