package dev.keyfold.structures;

/** Reads the entry of a name and believes nothing of it; see {@link Meta} for the bytes. */
final class MetaCheck {
  private static final int KNOWN_BITS = 0xCF;

  private MetaCheck() {}

  /** The entry; null if it is none that this version writes. */
  static Meta read(byte[] key, byte[] entry) {
    if (entry.length == 0 || (entry[0] & ~KNOWN_BITS & 0xFF) != 0) {
      return null;
    }
    Meta meta = new Meta(null, key);
    try {
      meta.read(entry);
    } catch (StructuresException | IndexOutOfBoundsException e) {
      return null;
    }
    // Written again it must be the same: no other lengths, no bits too many, numbers in short form.
    if (!java.util.Arrays.equals(meta.write(), entry)) {
      return null;
    }
    boolean numbers = meta.type == StructureType.STRING || (meta.id > 0 && meta.size > 0);
    return numbers && meta.low <= meta.high && meta.expiry >= 0 ? meta : null;
  }
}
