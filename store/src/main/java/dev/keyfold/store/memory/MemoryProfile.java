package dev.keyfold.store.memory;

import dev.keyfold.store.errors.StoreUrlException;
import java.util.Locale;

/**
 * Page sizes, by what a program does most; docs/decisions/0022 has the measurements. The names are
 * those of RocksDB stores, so that a program can use the same options in memory.
 */
enum MemoryProfile {
  /** The same as balanced: smaller pages make no write cheaper. */
  WRITE_HEAVY(8192),

  /** Large pages make scans faster. */
  READ_HEAVY(16_384),

  /** What a store without a profile has. */
  BALANCED(8192);

  private final int pageBytes;

  MemoryProfile(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  Geometry geometry() {
    return new Geometry(pageBytes, Geometry.STANDARD.children());
  }

  /** By its name in options, which RocksDB stores have too. */
  static MemoryProfile named(String name) {
    for (MemoryProfile profile : values()) {
      if (profile.toString().equals(name)) {
        return profile;
      }
    }
    throw new StoreUrlException(
        "option profile: found '" + name + "', expected write-heavy, read-heavy or balanced");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
