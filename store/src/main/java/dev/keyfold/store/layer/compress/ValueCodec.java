package dev.keyfold.store.layer.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreLimitException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a value in a {@link CompressedStore}:
 *
 * <pre>
 *   00  value                       as it is
 *   01  length  LZ4 block           length of the value: 7 bits a byte, the lowest first,
 *   02  length  Zstandard frame     the high bit set on all but the last byte
 * </pre>
 *
 * <p>The numbers never change. A value is kept as it is if it is short, or if compression would
 * save less than an eighth. Every form is read whatever form is written.
 *
 * <p>Checked on reading: the header, the length, and that the data gives exactly that length; not
 * each byte, which is what the checksums of an engine are for. Never more memory is taken than the
 * stated length, and that must be one that the data can have. Thread-safe.
 */
final class ValueCodec implements AutoCloseable {
  static final byte RAW = 0;
  static final byte LZ4 = 1;
  static final byte ZSTD = 2;

  /** No LZ4 block grows more than this when it is unpacked: a run adds 255 with each byte. */
  private static final long LZ4_MOST_GROWTH = 255;

  /** The form and a length of five bytes. */
  private static final int LONGEST_HEADER = 6;

  private final byte form;
  private final int leastLength;
  private final LZ4Compressor lz4Compressor;
  private final LZ4SafeDecompressor lz4Decompressor;
  private final ZstdContexts zstd;

  /** Writes that form, which is one of the three; the level is Zstandard's. */
  ValueCodec(byte form, int level, int leastLength) {
    this.form = form;
    this.zstd = new ZstdContexts(level);
    this.leastLength = leastLength;
    LZ4Factory factory = LZ4Factory.fastestInstance();
    this.lz4Compressor = factory.fastCompressor();
    this.lz4Decompressor = factory.safeDecompressor();
  }

  /** Makes {@code kept} what is stored for the value. */
  void encode(byte[] array, int offset, int length, Slice kept) {
    if (form == RAW || length < leastLength || !compress(array, offset, length, kept)) {
      if (length >= StoreLimits.VALUE_BYTES) {
        throw new StoreLimitException(
            "with value compression, a value that does not compress has at most "
                + (StoreLimits.VALUE_BYTES - 1)
                + " bytes; found "
                + length);
      }
      byte[] raw = kept.reserve(1 + length);
      raw[0] = RAW;
      System.arraycopy(array, offset, raw, 1, length);
    }
  }

  byte[] encode(byte[] value) {
    Slice kept = new Slice();
    encode(value, 0, value.length, kept);
    return kept.toArray();
  }

  /** Whether that was worth it. */
  private boolean compress(byte[] array, int offset, int length, Slice kept) {
    int room =
        form == LZ4 ? lz4Compressor.maxCompressedLength(length) : (int) Zstd.compressBound(length);
    byte[] target = kept.reserve(LONGEST_HEADER + room);
    target[0] = form;
    int at = 1;
    int rest = length;
    for (; rest >= 0x80; rest >>>= 7) {
      target[at++] = (byte) (rest | 0x80);
    }
    target[at++] = (byte) rest;
    int size =
        form == LZ4
            ? lz4Compressor.compress(array, offset, length, target, at, room)
            : zstd.compress(array, offset, length, target, at);
    kept.set(target, 0, at + size);
    return at + size <= length - length / 8;
  }

  /** Copies the value that is kept for the key so into {@code value}'s own buffer. */
  void decode(Slice key, Slice kept, Slice value) {
    int length = checkedLength(key, kept);
    byte[] array = kept.array();
    if (array[kept.offset()] == RAW) {
      value.copyFrom(array, kept.offset() + 1, length);
    } else {
      unpack(key, kept, value.reserve(length), length);
    }
  }

  byte[] decode(byte[] key, byte[] kept) {
    Slice keySlice = Slice.of(key);
    Slice keptSlice = Slice.of(kept);
    byte[] value = new byte[checkedLength(keySlice, keptSlice)];
    if (kept[0] == RAW) {
      System.arraycopy(kept, 1, value, 0, value.length);
    } else {
      unpack(keySlice, keptSlice, value, value.length);
    }
    return value;
  }

  /** The length of the value, if it may be that. */
  private static int checkedLength(Slice key, Slice kept) {
    if (kept.length() == 0) {
      throw corrupted(key, "found no byte at all, expected a header", null);
    }
    byte form = kept.at(0);
    if (form == RAW) {
      return kept.length() - 1;
    }
    if (form != LZ4 && form != ZSTD) {
      throw corrupted(
          key,
          "found header "
              + Bytes.toHex(form)
              + ", expected 00, 01 or 02: was the store written"
              + " without value compression?",
          null);
    }
    int body = bodyAt(key, kept);
    long length = 0;
    for (int i = 1; i < body; i++) {
      length |= (kept.at(i) & 0x7FL) << (7 * (i - 1));
    }
    long size = kept.length() - (long) body;
    if (length == 0 || size == 0) { // never written: an empty value is kept as it is
      throw corrupted(key, "found length " + length + " before " + size + " bytes", null);
    }
    if (length > StoreLimits.VALUE_BYTES) {
      throw corrupted(
          key, "found length " + length + ", expected at most " + StoreLimits.VALUE_BYTES, null);
    }
    long most = form == LZ4 ? size * LZ4_MOST_GROWTH : frameLength(kept, body, (int) size);
    if (form == LZ4 ? length > most : length != most) {
      throw corrupted(
          key, "found length " + length + " before " + size + " bytes that cannot have it", null);
    }
    return (int) length;
  }

  /** What the frame's own header says; negative if it says nothing. */
  private static long frameLength(Slice kept, int body, int size) {
    return Zstd.getFrameContentSize(kept.array(), kept.offset() + body, size);
  }

  /** Where the compressed bytes begin: after the header and at most five bytes of length. */
  private static int bodyAt(Slice key, Slice kept) {
    for (int i = 1; i < Math.min(LONGEST_HEADER, kept.length()); i++) {
      if (kept.at(i) >= 0) {
        return i + 1;
      }
    }
    throw corrupted(key, "found no end of the length", null);
  }

  private void unpack(Slice key, Slice kept, byte[] target, int length) {
    int body = bodyAt(key, kept);
    int from = kept.offset() + body;
    int size = kept.length() - body;
    int found;
    try {
      if (kept.at(0) == LZ4) {
        found = lz4Decompressor.decompress(kept.array(), from, size, target, 0, length);
      } else {
        found = zstd.decompress(kept.array(), from, size, target, length);
      }
    } catch (LZ4Exception | ZstdException damaged) {
      throw corrupted(key, String.valueOf(damaged.getMessage()), damaged);
    }
    if (found != length) {
      throw corrupted(key, "found " + found + " bytes, expected " + length, null);
    }
  }

  @Override
  public void close() {
    zstd.close();
  }

  private static StoreCorruptedException corrupted(
      Slice key, String what, @Nullable Throwable cause) {
    String hex = Bytes.toHex(key.array(), key.offset(), key.offset() + Math.min(key.length(), 64));
    return new StoreCorruptedException(
        "the compressed value of key "
            + hex
            + (key.length() > 64 ? "… (" + key.length() + " bytes)" : "")
            + " is damaged: "
            + what
            + "; write it again or restore it from a backup",
        cause);
  }
}
