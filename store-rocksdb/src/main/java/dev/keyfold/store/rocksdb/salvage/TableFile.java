package dev.keyfold.store.rocksdb.salvage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of sorted entries: where its data blocks lie, as its index tells or, where that is
 * damaged, as they are found by their checksums.
 *
 * <pre>
 *   data blocks │ filters │ index partitions │ index │ properties │ metaindex │ footer (53 bytes)
 * </pre>
 */
final class TableFile {
  private static final int FOOTER = 53;
  private static final long MAGIC = 0x88e241b785f4cff7L;
  private static final int EXTENDED = 0x007a003e;
  private static final int CONTEXT_VERSION = 6;
  private static final int TWO_LEVELS = 2;

  /**
   * Where a data block lies, or something that is none.
   *
   * @param upTo a key not less than its last one; null if unknown
   * @param lost why there is no block to read; null if there is one
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Span(Block.Handle block, byte @Nullable [] upTo, @Nullable String lost) {}

  private final Path path;
  private final long size;
  private @Nullable BlockFormat format;
  private boolean delta = true;
  private boolean userKeys = true;
  private long dataBytes;
  private boolean partitioned;
  private byte @Nullable [] rangeDeletes;

  TableFile(Path path) throws IOException {
    this.path = path;
    this.size = Files.size(path);
    this.dataBytes = size;
  }

  /** The entries of a block that was found before. */
  List<SalvagedEntry> read(Block.Handle block) throws IOException {
    return Block.entriesOf(contents(block));
  }

  private byte[] contents(Block.Handle block) throws IOException {
    if (block.offset() < 0 || block.size() < 0 || block.end() > size) {
      throw new BadFileException("the file ends before its block at " + block.offset());
    }
    if (format == null) {
      throw new BadFileException("neither its footer nor its first block can be read");
    }
    byte[] raw = bytes(block.offset(), block.size() + BlockFormat.TRAILER);
    return format.open(raw, 0, block.size(), block.offset());
  }

  private byte[] bytes(long offset, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, offset + buffer.position()) < 0) {
          throw new BadFileException("the file ends at " + channel.size());
        }
      }
    }
    return buffer.array();
  }

  /** The ranges of keys that it deletes; throws if that cannot be found out. */
  List<SalvagedEntry> rangeDeletes() throws IOException {
    index();
    return rangeDeletes == null
        ? List.of()
        : Block.ranges(contents(Block.Handle.of(new Input(rangeDeletes))));
  }

  /** All of its data blocks in order, and what lies between them instead of others. */
  List<Span> spans() throws IOException {
    List<Span> spans = new ArrayList<>();
    List<Block.Indexed> top;
    try {
      top = Block.index(contents(index()), delta, userKeys);
    } catch (BadFileException e) {
      search(0, dataBytes, spans);
      return spans;
    }
    long end = 0;
    for (int i = 0; i < top.size(); i++) {
      List<Block.Indexed> blocks = List.of(top.get(i));
      if (partitioned) {
        try {
          blocks = Block.index(contents(top.get(i).handle()), delta, userKeys);
        } catch (BadFileException e) {
          blocks = null;
        }
      }
      if (blocks == null) {
        end = searchTo(end, next(top, i), spans);
        continue;
      }
      for (Block.Indexed each : blocks) {
        spans.add(new Span(each.handle(), each.upTo(), null));
        end = each.handle().end();
      }
    }
    return spans;
  }

  /** Where the first data block of the next partition that can be read begins. */
  private long next(List<Block.Indexed> top, int damaged) throws IOException {
    for (int i = damaged + 1; i < top.size(); i++) {
      try {
        return Block.index(contents(top.get(i).handle()), delta, userKeys).get(0).handle().offset();
      } catch (BadFileException e) {
        // that one is damaged, too
      }
    }
    return dataBytes;
  }

  private long searchTo(long from, long to, List<Span> spans) throws IOException {
    if (from < to) {
      search(from, to, spans);
    }
    return Math.max(from, to);
  }

  private void search(long from, long to, List<Span> spans) throws IOException {
    byte[] all = Files.readAllBytes(path);
    BlockSearch search = new BlockSearch(all, format);
    spans.addAll(search.between((int) from, (int) Math.min(to, all.length)));
    format = search.format();
  }

  /** Finds out how the file is made, and where its index lies. */
  private Block.Handle index() throws IOException {
    if (size < FOOTER) {
      throw new BadFileException("found " + size + " bytes, expected " + FOOTER + " or more");
    }
    long at = size - FOOTER;
    byte[] footer = bytes(at, FOOTER);
    Input input = new Input(footer);
    int checksum = input.one();
    Input end = new Input(footer, FOOTER - 12, FOOTER);
    int version = end.fixed32();
    if (end.fixed64() != MAGIC) {
      throw new BadFileException("the file does not end as tables do");
    }
    if (version < CONTEXT_VERSION) {
      format = new BlockFormat(checksum, 0);
      Block.Handle meta = Block.Handle.of(input);
      Block.Handle index = Block.Handle.of(input);
      properties(meta);
      return index;
    }
    if (input.fixed32() != EXTENDED) {
      throw new BadFileException("the footer is damaged");
    }
    int found = input.fixed32();
    BlockFormat told = new BlockFormat(checksum, input.fixed32());
    long metaSize = input.fixed32() & 0xFFFFFFFFL;
    System.arraycopy(new byte[4], 0, footer, 5, 4);
    if (told.sum(footer, 0, FOOTER - 1) + told.modifier(at) != found) {
      throw new BadFileException("the checksum of the footer is wrong");
    }
    format = told;
    long metaAt = at - BlockFormat.TRAILER - metaSize;
    Block.Handle index = properties(new Block.Handle(metaAt, (int) metaSize));
    if (index == null) {
      throw new BadFileException("the metaindex names no index");
    }
    return index;
  }

  private Block.@Nullable Handle properties(Block.Handle meta) throws IOException {
    Map<String, byte[]> blocks = map(contents(meta));
    byte[] where = blocks.get("rocksdb.properties");
    if (where == null) {
      throw new BadFileException("the metaindex names no properties");
    }
    Map<String, byte[]> properties = map(contents(Block.Handle.of(new Input(where))));
    delta = number(properties, "rocksdb.index.value.is.delta.encoded") != 0;
    userKeys = number(properties, "rocksdb.index.key.is.user.key") != 0;
    dataBytes = Math.min(size, number(properties, "rocksdb.data.size"));
    byte[] type = properties.get("rocksdb.block.based.table.index.type");
    partitioned = type != null && new Input(type).fixed32() == TWO_LEVELS;
    rangeDeletes = blocks.get("rocksdb.range_del");
    byte[] index = blocks.get("rocksdb.index");
    return index == null ? null : Block.Handle.of(new Input(index));
  }

  private static Map<String, byte[]> map(byte[] contents) throws BadFileException {
    Map<String, byte[]> map = new HashMap<>();
    for (Block.Pair pair : Block.pairs(contents)) {
      map.put(new String(pair.key(), StandardCharsets.ISO_8859_1), pair.value());
    }
    return map;
  }

  private static long number(Map<String, byte[]> properties, String name) throws BadFileException {
    byte[] value = properties.get(name);
    return value == null ? 0 : new Input(value).varint();
  }
}
