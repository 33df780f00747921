package dev.keyfold.structures.layout;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;

/**
 * The keys of structures. Their first byte is theirs alone; ids and databases are {@link Ordinal}s.
 *
 * <pre>
 *   D0 database name                 type, expiry, id, size; a string's value        {@link Meta}
 *   D1 id field                      value            of a hash
 *   D1 id member                     nothing          of a set
 *   D2 id position                   element          of a list                {@link Positions}
 *   D3 id member                     score            of a sorted set
 *   D4 id score member               nothing          of a sorted set, in its order
 *   D5 when database name            nothing          names with an expiry, the next one first
 *   D6 space id                      nothing          what is still to be removed
 *   D7 00                            version of all this
 *   D7 01                            first id never used
 *   D7 02                            first physical database never used
 *   D7 03 database                   the physical database of a logical one, if another
 *   D7 04 database                   number of names of a physical database, unless 0
 * </pre>
 *
 * <p>"database" is a physical one everywhere but in D7 03. Scores are 8 bytes that sort as numbers
 * do; "when" is milliseconds since 1970, 8 bytes. These bytes never change.
 */
public final class Layout {
  /** The version of all this. */
  public static final long FORMAT = 1;

  public static final byte META = (byte) 0xD0;
  public static final byte ELEMENTS = (byte) 0xD1;
  public static final byte LIST = (byte) 0xD2;
  public static final byte MEMBERS = (byte) 0xD3;
  public static final byte SCORES = (byte) 0xD4;
  public static final byte EXPIRY = (byte) 0xD5;
  public static final byte RECLAIM = (byte) 0xD6;
  public static final byte CATALOG = (byte) 0xD7;

  public static final byte DATABASE_OF = 3;
  public static final byte COUNT_OF = 4;

  public static final byte[] NOTHING = {};

  private static final int SCORE_BYTES = 8;

  private Layout() {}

  /** The key of the format's version. */
  public static byte[] version() {
    return new byte[] {CATALOG, 0};
  }

  public static byte[] nextId() {
    return new byte[] {CATALOG, 1};
  }

  public static byte[] nextDatabase() {
    return new byte[] {CATALOG, 2};
  }

  /** Whose keys have an id. */
  public static byte[] elementSpaces() {
    return new byte[] {ELEMENTS, LIST, MEMBERS, SCORES};
  }

  public static byte[] meta(long database, byte[] name) {
    return element(META, database, name);
  }

  /** What all keys of the id, or of the database, begin with. */
  public static byte[] prefix(byte space, long id) {
    byte[] key = new byte[1 + Ordinal.length(id)];
    key[0] = space;
    Ordinal.put(key, 1, id);
    return key;
  }

  public static byte[] element(byte space, long id, byte[] last) {
    byte[] key = new byte[1 + Ordinal.length(id) + last.length];
    key[0] = space;
    int at = Ordinal.put(key, 1, id);
    System.arraycopy(last, 0, key, at, last.length);
    return key;
  }

  public static int prefixLength(long id) {
    return 1 + Ordinal.length(id);
  }

  public static byte[] position(long id, long position) {
    byte[] key = new byte[1 + Ordinal.length(id) + Long.BYTES];
    key[0] = LIST;
    Bytes.putLong(key, Ordinal.put(key, 1, id), position ^ Long.MIN_VALUE);
    return key;
  }

  public static byte[] scored(long id, double score, byte[] member) {
    return scored(id, sortable(score), member);
  }

  public static byte[] scored(long id, long sortable, byte[] member) {
    byte[] key = new byte[1 + Ordinal.length(id) + SCORE_BYTES + member.length];
    key[0] = SCORES;
    int at = Ordinal.put(key, 1, id);
    Bytes.putLong(key, at, sortable);
    System.arraycopy(member, 0, key, at + SCORE_BYTES, member.length);
    return key;
  }

  /** A score as a number whose unsigned order is the order of scores; both zeros are one. */
  public static long sortable(double score) {
    long bits = Double.doubleToLongBits(score + 0.0);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  public static double score(long sortable) {
    long bits = sortable ^ (~sortable >> 63 | Long.MIN_VALUE);
    return Double.longBitsToDouble(bits);
  }

  public static byte[] score(double score) {
    byte[] value = new byte[SCORE_BYTES];
    Bytes.putLong(value, 0, sortable(score));
    return value;
  }

  /** The entry of a name that is due at that time. */
  public static byte[] expiry(long when, byte[] metaKey) {
    byte[] key = new byte[Long.BYTES + metaKey.length];
    key[0] = EXPIRY;
    Bytes.putLong(key, 1, when);
    System.arraycopy(metaKey, 1, key, 1 + Long.BYTES, metaKey.length - 1);
    return key;
  }

  /** The key of the name whose expiry entry this is. */
  public static byte[] metaOfExpiry(byte[] expiryKey) {
    int end = Math.max(expiryKey.length, 1 + Long.BYTES); // at least its first byte
    byte[] key = Arrays.copyOfRange(expiryKey, Long.BYTES, end);
    key[0] = META;
    return key;
  }

  /** The physical database in an expiry entry; -1 if it has none. */
  public static long databaseOfExpiry(byte[] expiryKey) {
    int at = 1 + Long.BYTES;
    return Ordinal.isAt(expiryKey, at) ? Ordinal.get(expiryKey, at) : -1;
  }

  public static byte[] reclaim(byte space, long id) {
    byte[] key = new byte[2 + Ordinal.length(id)];
    key[0] = RECLAIM;
    key[1] = space;
    Ordinal.put(key, 2, id);
    return key;
  }

  public static byte[] catalog(byte kind, long database) {
    byte[] key = new byte[2 + Ordinal.length(database)];
    key[0] = CATALOG;
    key[1] = kind;
    Ordinal.put(key, 2, database);
    return key;
  }

  public static byte[] number(long value) {
    byte[] bytes = new byte[Long.BYTES];
    Bytes.putLong(bytes, 0, value);
    return bytes;
  }
}
