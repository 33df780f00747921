package dev.keyfold.store.rocksdb.salvage;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * How blocks of one table file are checked and compressed:
 *
 * <pre>
 *   bytes, compressed or not │ compression (1) │ checksum (4)
 * </pre>
 *
 * @param checksum 1 for CRC32C, 4 for XXH3
 * @param context makes checksums differ by file and offset, so that a block of elsewhere is found
 *     out; 0 for none
 */
record BlockFormat(int checksum, int context) {
  static final int TRAILER = 5;
  static final int CRC32C = 1;
  static final int XXH3 = 4;
  static final int NONE = 0;
  private static final int LZ4 = 4;
  private static final int LZ4HC = 5;
  private static final int ZSTD = 7;
  private static final int LAST_BYTE = 0x6b9083d9;

  /** Whether blocks of ours can have this byte after them. */
  static boolean isCompression(int code) {
    return code == NONE || code == LZ4 || code == LZ4HC || code == ZSTD;
  }

  BlockFormat withContext(int other) {
    return new BlockFormat(checksum, other);
  }

  /** What the context adds to the checksum of a block at that offset of the file. */
  int modifier(long offset) {
    return context == 0 ? 0 : context ^ ((int) offset + (int) (offset >>> 32));
  }

  /** The checksum, without the context, of bytes and the one byte after them. */
  int sum(byte[] bytes, int from, int count) throws BadFileException {
    return switch (checksum) {
      case CRC32C -> Input.maskedCrc(bytes, from, count + 1);
      case XXH3 -> withLast((int) Xxh3.hash(bytes, from, count), bytes[from + count]);
      default -> throw new BadFileException("found checksums of the unknown kind " + checksum);
    };
  }

  static int withLast(int hash, byte last) {
    return hash ^ (last & 0xFF) * LAST_BYTE;
  }

  /** The contents of a block; throws if it is not what was written. */
  byte[] open(byte[] raw, int from, int size, long offset) throws BadFileException {
    int found = Input.fixed32(raw, from + size + 1);
    if (sum(raw, from, size) + modifier(offset) != found) {
      throw new BadFileException("the checksum of the block at " + offset + " is wrong");
    }
    return decompressed(raw, from, size, raw[from + size]);
  }

  /** Of a block or of a blob: the length before compression is written before what is left. */
  static byte[] decompressed(byte[] raw, int from, int size, int how) throws BadFileException {
    if (how == NONE) {
      return Arrays.copyOfRange(raw, from, from + size);
    }
    Input input = new Input(raw, from, from + size);
    byte[] out = new byte[checked(input.small(), size)];
    try {
      int got =
          switch (how) {
            case LZ4, LZ4HC ->
                LZ4Factory.fastestInstance()
                    .safeDecompressor()
                    .decompress(raw, input.at(), input.left(), out, 0, out.length);
            case ZSTD ->
                (int) Zstd.decompressByteArray(out, 0, out.length, raw, input.at(), input.left());
            default -> throw new BadFileException("found compression of the unknown kind " + how);
          };
      if (got != out.length) {
        throw new BadFileException("found " + got + " bytes, expected " + out.length);
      }
      return out;
    } catch (LZ4Exception | com.github.luben.zstd.ZstdException e) {
      throw new BadFileException("cannot be decompressed", e);
    }
  }

  /** No length that the bytes cannot have: a damaged one must not take all memory. */
  private static int checked(int length, int compressed) throws BadFileException {
    if (length > (1 << 20) && length / 4096 > compressed) {
      throw new BadFileException("found a length of " + length + " in " + compressed + " bytes");
    }
    return length;
  }
}
