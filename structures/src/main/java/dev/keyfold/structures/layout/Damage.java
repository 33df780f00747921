package dev.keyfold.structures.layout;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.errors.StructuresException;
import org.jspecify.annotations.Nullable;

/** Errors of entries that are not what was written: which one, and what to do about it. */
public final class Damage {
  private static final String ADVICE =
      "; close the store and run 'keyfold check --repair' on it, or restore a backup";

  private Damage() {}

  public static StructuresException entry(byte[] key, String what) {
    return new StructuresException(
        what + " is damaged (key " + Bytes.toHex(key, 0, Math.min(key.length, 64)) + ")" + ADVICE);
  }

  /** The name's entry and the elements do not fit each other. */
  public static StructuresException of(Meta meta, String what) {
    String type = meta.type == null ? "structure" : meta.type.word();
    return new StructuresException(
        type + " " + KeyDisplay.name(meta.key) + " is damaged: " + what + ADVICE);
  }

  private static StructuresException missing(Meta meta) {
    return of(meta, "it has size " + meta.size + ", but fewer elements");
  }

  /** The value of an element that must be there. */
  public static byte[] present(Meta meta, byte @Nullable [] value) {
    if (value == null) {
      throw missing(meta);
    }
    return value;
  }

  /** Steps to an element that must be there. */
  public static void step(Meta meta, Cursor cursor) {
    if (!cursor.next()) {
      throw missing(meta);
    }
  }

  /** Whether there are as many as there must be. */
  public static void require(Meta meta, boolean enough) {
    if (!enough) {
      throw missing(meta);
    }
  }

  /** The score of a member, from the entry by member. */
  public static double score(Meta meta, Slice value) {
    if (value.length() != Long.BYTES) {
      throw of(meta, "a member has a score of " + value.length() + " bytes, expected 8");
    }
    return Layout.score(Bytes.getLong(value.array(), value.offset()));
  }

  /** A number of the catalog; the other one if none exists. */
  public static long number(byte[] key, byte @Nullable [] value, long otherwise) {
    if (value == null) {
      return otherwise;
    }
    if (!isNumber(value)) {
      throw entry(key, "an entry of the catalog of structures");
    }
    return Bytes.getLong(value, 0);
  }

  public static boolean isNumber(byte[] value) {
    return value.length == Long.BYTES
        && Bytes.getLong(value, 0) >= 0
        && Bytes.getLong(value, 0) <= StructureIds.BIGGEST;
  }
}
