package dev.keyfold.codec;

import dev.keyfold.codec.compound.CompoundFormat;
import dev.keyfold.codec.delimited.DelimitedFormat;
import dev.keyfold.codec.native1.NativeFormat;
import dev.keyfold.codec.phoenix.PhoenixFormat;
import dev.keyfold.codec.rowkey.RowKeyFormat;
import dev.keyfold.codec.tuple.TupleFormat;
import java.util.List;

/**
 * The formats there are. Apart from {@link KeyFormat}, so that loading one format never waits for
 * another.
 */
public final class KeyFormats {
  /** The native format, version 1: order-preserving, injective and prefix-free for every schema. */
  public static final KeyFormat NATIVE = new NativeFormat();

  /** Keys of the composite key index specification, with the delimiter 1F; variants by name. */
  public static final KeyFormat DELIMITED = new DelimitedFormat();

  /** Components joined by 00 00, as rednaco's RowKey has them. */
  public static final KeyFormat ROWKEY = new RowKeyFormat();

  /** Row keys of Apache Phoenix. */
  public static final KeyFormat PHOENIX = new PhoenixFormat();

  /** The FoundationDB tuple layer: self-describing, shared with other languages. */
  public static final KeyFormat TUPLE = new TupleFormat();

  /**
   * The compound keys of FerricStore, escaped; {@code compound:unescaped} is the older revision.
   */
  public static final KeyFormat COMPOUND = new CompoundFormat();

  private static final List<KeyFormat> ALL =
      List.of(NATIVE, DELIMITED, ROWKEY, PHOENIX, TUPLE, COMPOUND);

  private KeyFormats() {}

  /** All formats, the native one first. */
  public static List<KeyFormat> all() {
    return ALL;
  }

  /**
   * The format of that name, as used on the command line; behind a colon one of its variants, where
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
