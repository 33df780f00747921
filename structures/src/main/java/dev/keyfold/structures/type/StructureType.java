package dev.keyfold.structures.type;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The type of a structure. The codes are on disk and never change. */
public enum StructureType {
  STRING(1),
  HASH(2),
  LIST(3),
  SET(4),
  SORTED_SET(5);

  private static final StructureType[] BY_CODE = {null, STRING, HASH, LIST, SET, SORTED_SET};

  private final byte code;

  StructureType(int code) {
    this.code = (byte) code;
  }

  /** In small letters: {@code sorted set}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public byte code() {
    return code;
  }

  /** The type of the code; null if none exists. */
  public static @Nullable StructureType of(int code) {
    return code < BY_CODE.length ? BY_CODE[code] : null;
  }
}
