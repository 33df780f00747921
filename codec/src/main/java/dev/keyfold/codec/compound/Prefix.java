package dev.keyfold.codec.compound;

import org.jspecify.annotations.Nullable;

/** The prefixes of compound keys. The letters are on disk and never change. */
enum Prefix {
  H(true, true, false),
  L(true, true, false),
  S(true, true, false),
  Z(true, true, false),
  T(true, false, false),
  LM(true, false, false),
  PM(true, false, false),
  /** Of the store's own bookkeeping; recognised, never written. */
  V(false, true, false),
  VM(false, true, false),
  X(false, true, true),
  XG(false, true, true),
  XP(false, true, true),
  XC(false, true, true),
  XM(false, false, true),
  FC(false, false, true);

  private static final Prefix[] ALL = values();

  /** Whether rows with this prefix can be written: the kinds of a schema. */
  final boolean written;

  /** Whether a NUL and a sub-key follow the key. */
  final boolean hasSub;

  /** Whether only the escaped revision knows it: for the older one it is the start of a name. */
  final boolean newer;

  /** Number of bytes: the letters and the colon. */
  final int length;

  private final byte first;
  private final byte second;

  Prefix(boolean written, boolean hasSub, boolean newer) {
    this.written = written;
    this.hasSub = hasSub;
    this.newer = newer;
    this.length = name().length() + 1;
    this.first = (byte) name().charAt(0);
    this.second = (byte) (length == 2 ? ':' : name().charAt(1));
  }

  /** Writes the letters and the colon to {@code out}. */
  void write(byte[] out, int at) {
    out[at] = first;
    out[at + 1] = second;
    if (length == 3) {
      out[at + 2] = ':';
    }
  }

  /** The prefix of a key, null if it has none. */
  static @Nullable Prefix of(byte[] key, int from, int to) {
    if (to - from < 2) {
      return null;
    }
    int colon = key[from + 1] == ':' ? 1 : 2;
    if (to - from <= colon || key[from + colon] != ':') {
      return null;
    }
    for (Prefix prefix : ALL) {
      if (prefix.length == colon + 1
          && prefix.first == key[from]
          && prefix.second == key[from + 1]) {
        return prefix;
      }
    }
    return null;
  }

  /** The kind of that name, null if none exists that can be written. */
  static @Nullable Prefix ofKind(String kind) {
    return switch (kind) {
      case "H" -> H;
      case "S" -> S;
      case "Z" -> Z;
      case "L" -> L;
      case "T" -> T;
      case "LM" -> LM;
      case "PM" -> PM;
      default -> null;
    };
  }
}
