package dev.keyfold.structures.layout;

import dev.keyfold.structures.errors.StructuresException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the entry of a name and believes nothing of it; see {@link Meta} for the bytes. */
public final class MetaCheck {
  private MetaCheck() {}

  /** The entry; null if it is none that this version writes. */
  public static @Nullable Meta read(byte[] key, byte[] entry) {
    Meta meta = new Meta(key);
    try {
      meta.read(entry);
    } catch (StructuresException e) {
      return null;
    }
    // Written again it must be the same: numbers in short form, no mark of an expiry that is none.
    return meta.id <= StructureIds.BIGGEST && Arrays.equals(meta.write(), entry) ? meta : null;
  }
}
