package dev.keyfold.store.rocksdb.salvage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds data blocks without an index: they lie one after another, and where one ends its checksum
 * is right for all bytes before it. Filters and indexes after them cannot be read as entries with
 * keys above those before. After a damaged block every byte may be where the next one begins.
 */
final class BlockSearch {
  /** How far a block is looked for from a byte that need not be a beginning. */
  private static final int NEAR = 64 << 10;

  private static final int LONG = 240;

  private final byte[] file;
  private @Nullable BlockFormat format;
  private byte @Nullable [] last;

  /**
   * @param format null if unknown: the first block then tells, by what follows it
   */
  BlockSearch(byte[] file, @Nullable BlockFormat format) {
    this.file = file;
    this.format = format;
  }

  /** How blocks are checked; null if that could not be found out. */
  @Nullable BlockFormat format() {
    return format;
  }

  /** The blocks in a part of the file, which begins with one; spans without a block are lost. */
  List<TableFile.Span> between(int from, int to) {
    List<TableFile.Span> spans = new ArrayList<>();
    BlockFormat known = format == null ? findFormat(to) : format;
    format = known;
    if (known == null) {
      spans.add(lost(from, to, "neither its footer nor its first block can be read"));
      return spans;
    }
    int at = from;
    while (at < to) {
      Block.Handle block = scan(known, at, to, to - at);
      int begin = at;
      while (block == null && ++begin < to) {
        block = scan(known, begin, to, NEAR);
        if (block != null && !isEntries(block) && !isFollowed(known, block, to)) {
          block = null; // among so many tries one checksum may be right by chance
        }
      }
      if (begin > at) {
        spans.add(lost(at, begin, "no block can be read from " + at + " to " + begin));
      }
      if (block == null || !isEntries(block)) {
        break; // a filter or an index: after them there are no data
      }
      spans.add(new TableFile.Span(block, null, null));
      at = (int) block.end();
    }
    return spans;
  }

  private boolean isFollowed(BlockFormat format, Block.Handle block, int to) {
    return scan(format, (int) block.end(), to, to - (int) block.end()) != null;
  }

  private static TableFile.Span lost(int from, int to, String why) {
    Block.Handle handle = new Block.Handle(from, Math.max(0, to - from - BlockFormat.TRAILER));
    return new TableFile.Span(handle, null, why);
  }

  /** The block that begins there, of entries or of anything else; null if none does. */
  private Block.@Nullable Handle scan(BlockFormat format, int at, int to, int most) {
    int longest = Math.min(most, to - at - BlockFormat.TRAILER);
    Xxh3.Growing growing = new Xxh3.Growing(file, at);
    for (int size = 1; size <= longest; size++) {
      int end = at + size;
      if (BlockFormat.isCompression(file[end])
          && sum(format, growing, at, size) + format.modifier(at) == Input.fixed32(file, end + 1)) {
        return new Block.Handle(at, size);
      }
    }
    return null;
  }

  private int sum(BlockFormat format, Xxh3.Growing growing, int at, int size) {
    if (format.checksum() == BlockFormat.XXH3 && size > LONG) {
      return BlockFormat.withLast((int) growing.hash(size), file[at + size]);
    }
    try {
      return format.sum(file, at, size);
    } catch (BadFileException e) {
      throw new IllegalStateException(e); // the kind was checked when the format was found
    }
  }

  /** Whether it has entries that come after those of the last one that had. */
  private boolean isEntries(Block.Handle block) {
    try {
      int at = (int) block.offset();
      byte[] contents = BlockFormat.decompressed(file, at, block.size(), file[at + block.size()]);
      List<SalvagedEntry> found = Block.entriesOf(contents);
      boolean rising = last == null || Arrays.compareUnsigned(found.get(0).key(), last) >= 0;
      if (rising) {
        last = found.get(0).key();
      }
      return rising; // an index begins again with the first keys
    } catch (BadFileException e) {
      return false;
    }
  }

  /**
   * At offset 0 the checksum of a block of any length would be right for some context; the one that
   * is right for the block after it, too, is it.
   */
  private @Nullable BlockFormat findFormat(int to) {
    for (int size = 1; size <= to - BlockFormat.TRAILER; size++) {
      if (!BlockFormat.isCompression(file[size]) || !isEntries(new Block.Handle(0, size))) {
        continue;
      }
      BlockFormat plain = new BlockFormat(BlockFormat.XXH3, 0);
      int context = Input.fixed32(file, size + 1) - sum(plain, new Xxh3.Growing(file, 0), 0, size);
      BlockFormat found = plain.withContext(context);
      int next = size + BlockFormat.TRAILER;
      last = null;
      if (next >= to || scan(found, next, to, to - next) != null) {
        return found;
      }
    }
    return null;
  }
}
