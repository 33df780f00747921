package dev.keyfold.store.layer.compress;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Zstandard's working memory, kept from call to call: allocating it for each value takes several
 * times as long as compressing a short one. There are as many as threads that were at it at once;
 * the memory is outside of Java's, so they must be closed. Thread-safe.
 */
final class ZstdContexts implements AutoCloseable {
  private final int level;
  private final Queue<ZstdCompressCtx> compressors = new ConcurrentLinkedQueue<>();
  private final Queue<ZstdDecompressCtx> decompressors = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  ZstdContexts(int level) {
    this.level = level;
  }

  /** Bytes written. The target has room for the worst case. */
  int compress(byte[] array, int offset, int length, byte[] target, int at) {
    ZstdCompressCtx context = compressors.poll();
    if (context == null) {
      context = new ZstdCompressCtx();
      context.setLevel(level);
    }
    int size;
    try {
      size = context.compressByteArray(target, at, target.length - at, array, offset, length);
    } catch (RuntimeException | Error failure) {
      context.close();
      throw failure;
    }
    compressors.add(context);
    closeIfLate();
    return size;
  }

  /** Bytes unpacked, at most {@code length}; throws a ZstdException if the frame is damaged. */
  int decompress(byte[] array, int offset, int size, byte[] target, int length) {
    ZstdDecompressCtx context = decompressors.poll();
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    int found;
    try {
      found = context.decompressByteArray(target, 0, length, array, offset, size);
    } catch (RuntimeException | Error failure) {
      context.close();
      throw failure;
    }
    decompressors.add(context);
    closeIfLate();
    return found;
  }

  /** What came back after {@link #close} would never be closed otherwise. */
  private void closeIfLate() {
    if (closed) {
      close();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (ZstdCompressCtx context; (context = compressors.poll()) != null; ) {
      context.close();
    }
    for (ZstdDecompressCtx context; (context = decompressors.poll()) != null; ) {
      context.close();
    }
  }
}
