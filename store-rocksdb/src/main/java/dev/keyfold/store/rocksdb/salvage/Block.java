package dev.keyfold.store.rocksdb.salvage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The contents of a block: entries that leave out what their keys share with the one before, then
 * the offsets of those that leave out nothing.
 *
 * <pre>
 *   shared │ not shared │ length of value │ rest of key │ value      numbers of 7 bits a byte
 *   …
 *   offset (4) … │ hash table, if the highest bit of the count is set │ count of offsets (4)
 * </pre>
 */
final class Block {
  private static final int HASHED = 1 << 31;

  /** A key and what it represents. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Pair(byte[] key, byte[] value) {}

  /** Where a block lies. */
  record Handle(long offset, int size) {
    static Handle of(Input input) throws BadFileException {
      long offset = input.varint();
      return new Handle(offset, input.small());
    }

    long end() {
      return offset + size + BlockFormat.TRAILER;
    }
  }

  private Block() {}

  private static Input entries(byte[] contents) throws BadFileException {
    if (contents.length < 4) {
      throw new BadFileException("found a block of " + contents.length + " bytes");
    }
    int footer = Input.fixed32(contents, contents.length - 4);
    int end = contents.length - 4;
    if ((footer & HASHED) != 0) {
      if (end < 2) {
        throw new BadFileException("found a block without its hash table");
      }
      int buckets = (contents[end - 2] & 0xFF) | (contents[end - 1] & 0xFF) << 8;
      end -= 2 + buckets;
    }
    long offsets = 4L * (footer & ~HASHED);
    if (offsets > end) {
      throw new BadFileException("found " + (footer & ~HASHED) + " offsets in a block");
    }
    return new Input(contents, 0, (int) (end - offsets));
  }

  /** Keys and values as they are. */
  static List<Pair> pairs(byte[] contents) throws BadFileException {
    Input input = entries(contents);
    List<Pair> pairs = new ArrayList<>();
    byte[] key = {};
    while (input.hasMore()) {
      int shared = input.small();
      int rest = input.small();
      int length = input.small();
      key = key(key, shared, rest, input);
      pairs.add(new Pair(key, input.bytes(length)));
    }
    return pairs;
  }

  /** The entries of a data block, which are in order. */
  static List<SalvagedEntry> entriesOf(byte[] contents) throws BadFileException {
    List<SalvagedEntry> entries = new ArrayList<>();
    SalvagedEntry before = null;
    for (Pair pair : pairs(contents)) {
      SalvagedEntry entry = SalvagedEntry.of(pair.key(), pair.key().length, pair.value());
      if (!SalvagedEntry.isKnown(entry.kind())) {
        throw new BadFileException("found a range among keys");
      }
      if (before != null && before.compareTo(entry) >= 0) {
        throw new BadFileException("found keys that are not in order");
      }
      entries.add(entry);
      before = entry;
    }
    if (entries.isEmpty()) {
      throw new BadFileException("found a block without entries");
    }
    return entries;
  }

  /** The ranges that a file deletes. */
  static List<SalvagedEntry> ranges(byte[] contents) throws BadFileException {
    List<SalvagedEntry> ranges = new ArrayList<>();
    for (Pair pair : pairs(contents)) {
      ranges.add(SalvagedEntry.of(pair.key(), pair.key().length, pair.value()));
    }
    return ranges;
  }

  /** Where the blocks of an index lie, and keys not less than their last ones. */
  static List<Indexed> index(byte[] contents, boolean delta, boolean userKeys)
      throws BadFileException {
    Input input = entries(contents);
    List<Indexed> list = new ArrayList<>();
    byte[] key = {};
    Handle handle = null;
    while (input.hasMore()) {
      int shared = input.small();
      int rest = input.small();
      Input value = input;
      int length = delta ? 0 : input.small();
      key = key(key, shared, rest, input);
      if (!delta) {
        value = new Input(input.bytes(length));
      }
      if (delta && shared > 0 && handle != null) {
        long zigzag = value.varint();
        long size = handle.size() + ((zigzag >>> 1) ^ -(zigzag & 1));
        handle = new Handle(handle.end(), (int) size);
      } else {
        handle = Handle.of(value);
      }
      list.add(new Indexed(userKeys ? key : SalvagedEntry.userKey(key), handle));
    }
    return list;
  }

  /** A block of an index, with a key that is not less than its last one. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Indexed(byte[] upTo, Handle handle) {}

  private static byte[] key(byte[] before, int shared, int rest, Input input)
      throws BadFileException {
    if (shared > before.length) {
      throw new BadFileException("found a key that shares more than there is");
    }
    byte[] more = input.bytes(rest);
    byte[] key = Arrays.copyOf(before, shared + rest);
    System.arraycopy(more, 0, key, shared, rest);
    return key;
  }
}
