package com.apple.foundationdb;

/**
 * Stands in for FoundationDB's class of this name, which loads a native library. Packing a tuple
 * with a versionstamp asks it one thing: which version of the interface a program has chosen, for
 * since 520 the place of the versionstamp has four bytes, before it two.
 */
public final class FDB {
  private static final FDB INSTANCE = new FDB();

  private FDB() {}

  public static FDB instance() {
    return INSTANCE;
  }

  public int getAPIVersion() {
    return 740;
  }
}
