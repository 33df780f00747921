package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The partitioning of the key space of a store by first byte:
 *
 * <pre>
 *   00..0F           the catalog and what is kept beside it, one byte a kind
 *   10..7F           entries of tables and indexes 1 to 112:           id + 0F
 *   80..BF xx        entries of tables and indexes 113 to 16,496:      (id - 113), 14 bits
 *   C0..CF xx xx xx  entries of tables and indexes from 16,497 on:     (id - 16,497), 28 bits
 *   D0..EF           structures
 *   F0..FF           not used
 * </pre>
 *
 * <p>After the id of a table or index come the shard prefix, if the key has one, and the fields.
 * Ids are given out in ascending order and never again, so that dropping is one range delete. These
 * bytes never change.
 */
public final class KeySpace {
  /** Format version of everything in the store. */
  public static final byte FORMAT = 0x00;

  /** Definitions of tables, by name. */
  public static final byte TABLES = 0x01;

  /** The next id to give out. */
  public static final byte NEXT_ID = 0x02;

  /** How far the build of an index has come, by id. */
  public static final byte PROGRESS = 0x03;

  /** Sketches of field values, by table id. */
  public static final byte STATISTICS = 0x04;

  /** What was asked of a table, by table id. */
  public static final byte QUERIES = 0x05;

  /** Ranges of dropped tables and indexes that are still to be deleted. */
  public static final byte DROPPED = 0x06;

  /** How far an import has come, by name. */
  public static final byte IMPORTS = 0x07;

  /**
   * Which record has a value of a unique index, by the beginning of the index's keys: written only
   * to stores without atomic batches.
   */
  public static final byte CLAIMS = 0x08;

  /** Whether a transaction has happened, by its stamp; as above. */
  public static final byte DECISIONS = 0x09;

  /**
   * The copy of the data in which a table's indexes were last known to be complete, by table id:
   * written only to stores whose copies are not consistent snapshots.
   */
  public static final byte ORIGINS = 0x0A;

  /**
   * What a layer above declares of a table beyond its definition, by table id; after the id of a
   * field, the next value of its sequence. Dropped with the table.
   */
  public static final byte DECLARATIONS = 0x0B;

  /** Definitions of stored queries and sequences, which are no tables, by name. */
  public static final byte OBJECTS = 0x0C;

  /** The next value of a sequence, by name. */
  public static final byte SEQUENCES = 0x0D;

  private static final int ONE_BYTE = 113;
  private static final int TWO_BYTES = ONE_BYTE + (1 << 14);
  private static final int FOUR_BYTES = TWO_BYTES + (1 << 28);

  private KeySpace() {}

  /** Whether a table or index can have this id. */
  static boolean isId(int id) {
    return id >= 1 && id < FOUR_BYTES;
  }

  /** What every key of the table or index begins with. */
  public static byte[] prefix(int id) {
    if (!isId(id)) {
      throw new IllegalArgumentException("an id is 1 to " + (FOUR_BYTES - 1) + "; found " + id);
    }
    if (id < ONE_BYTE) {
      return new byte[] {(byte) (id + 0x0F)};
    }
    if (id < TWO_BYTES) {
      int rest = id - ONE_BYTE;
      return new byte[] {(byte) (0x80 | rest >>> 8), (byte) rest};
    }
    byte[] prefix = new byte[4];
    Bytes.putInt(prefix, 0, 0xC000_0000 | (id - TWO_BYTES));
    return prefix;
  }

  /** All keys of the table or index. */
  public static KeyRange range(int id) {
    return KeyRange.prefix(prefix(id));
  }

  /** The key of the claim on what keys of a unique index begin with. */
  public static byte[] claim(byte[] beginning) {
    byte[] key = new byte[1 + beginning.length];
    key[0] = CLAIMS;
    System.arraycopy(beginning, 0, key, 1, beginning.length);
    return key;
  }

  /** All claims on values of the index. */
  public static KeyRange claims(int id) {
    return KeyRange.prefix(claim(prefix(id)));
  }

  /** The key of a catalog entry of that kind and name. */
  public static byte[] entry(byte kind, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[1 + text.length];
    key[0] = kind;
    System.arraycopy(text, 0, key, 1, text.length);
    return key;
  }

  /** The key of a catalog entry of that kind for a table or index. */
  public static byte[] entry(byte kind, int id) {
    byte[] key = new byte[5];
    key[0] = kind;
    Bytes.putInt(key, 1, id);
    return key;
  }

  /** The name in a key made by {@link #entry(byte, String)}. */
  public static String name(byte[] entry) {
    return new String(Arrays.copyOfRange(entry, 1, entry.length), StandardCharsets.UTF_8);
  }

  /** All catalog entries of a kind. */
  public static KeyRange entries(byte kind) {
    return KeyRange.prefix(new byte[] {kind});
  }
}
