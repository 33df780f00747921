package dev.keyfold.store.memory;

/**
 * Page sizes. Tests use small ones, so that few entries make a deep tree.
 *
 * @param pageBytes bytes of a leaf; only one that holds a single larger entry is larger
 * @param children most children of an inner node
 */
record Geometry(int pageBytes, int children) {
  static final Geometry STANDARD = new Geometry(8192, 128);

  /** The largest page that the 20 bits of a slot's offset can reach into, with room to spare. */
  private static final int MOST_PAGE_BYTES = 1 << 18;

  Geometry {
    if (pageBytes < 64 || pageBytes > MOST_PAGE_BYTES || children < 4) {
      throw new IllegalArgumentException(
          "found pages of "
              + pageBytes
              + " bytes and "
              + children
              + " children, expected 64 to "
              + MOST_PAGE_BYTES
              + " bytes and at least 4 children");
    }
  }

  /** Longest value inside a page; a longer one is an array of its own. */
  int inlineBytes() {
    return Math.min(1024, pageBytes / 8);
  }

  /** Bytes of separators from which on an inner node splits, if it has at least four children. */
  int separatorBytes() {
    return 4 * pageBytes;
  }
}
