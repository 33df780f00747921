package dev.keyfold.structures.modeling;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.type.StructureType;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a {@link ModelingImport} has written with its source, entry by entry. It reads both
 * again. Not thread-safe.
 */
public final class ModelingCheck {
  private static final int STEP = 1000;

  private final ModelingData from;
  private final Space to;
  private final MessageDigest hash = sha256();
  private long entries;
  private long different;
  private long sourceHigh;
  private long sourceLow;
  private long copyHigh;
  private long copyLow;

  /**
   * What was found.
   *
   * @param entries values of maps, elements of arrays and strings in the source
   * @param different how many of them are missing in the structures or differ, and structures with
   *     elements that the source does not have
   * @param sourceDigest a checksum of all of them that does not depend on their order
   * @param copyDigest the same of what the structures have for them
   */
  public record Result(long entries, long different, String sourceDigest, String copyDigest) {
    /** Whether the structures have the same as the source. */
    public boolean isSame() {
      return different == 0 && sourceDigest.equals(copyDigest);
    }
  }

  private ModelingCheck(ModelingData from, Space to) {
    this.from = from;
    this.to = to;
  }

  /** Compares all entries of the source with that database of the structures. */
  public static Result run(
      ModelingData from, Structures structures, int database, LongConsumer progress) {
    try (Work work = structures.read();
        Cursor cursor = from.reader().scan(Scan.everything().inBulk())) {
      ModelingCheck check = new ModelingCheck(from, work.space(database));
      long read = 0;
      while (cursor.next()) {
        check.entry(cursor.key().toArray(), cursor);
        if (++read % STEP == 0) {
          progress.accept(read);
        }
      }
      return check.result();
    }
  }

  private Result result() {
    return new Result(
        entries,
        different,
        String.format("%016x%016x", sourceHigh, sourceLow),
        String.format("%016x%016x", copyHigh, copyLow));
  }

  private void entry(byte[] key, Cursor cursor) {
    Head head = from.head(key);
    switch (head.kind()) {
      case MAP -> {
        boolean hash = to.keys().type(key) == StructureType.HASH;
        size(hash ? to.hashes().size(key) : 0, head.names().size());
        for (byte[] field : head.names()) {
          byte[] below = from.below(key, field);
          compare(below, from.reader().get(below), hash ? to.hashes().get(key, field) : null);
        }
      }
      case ARRAY -> {
        boolean list = to.keys().type(key) == StructureType.LIST;
        size(list ? to.lists().size(key) : 0, head.length());
        for (int i = 0; i < head.length(); i++) {
          byte[] below = from.below(key, Head.digits(i));
          compare(below, from.element(key, i), list ? to.lists().get(key, i) : null);
        }
      }
      case EMPTY -> {}
      default -> {
        if (!from.isOwned(key)) {
          boolean string = to.keys().type(key) == StructureType.STRING;
          compare(key, cursor.value().toArray(), string ? to.strings().get(key) : null);
        }
      }
    }
  }

  private void size(long found, long expected) {
    if (found > expected) {
      different++;
    }
  }

  private void compare(byte[] key, byte @Nullable [] source, byte @Nullable [] copy) {
    entries++;
    if (source == null || copy == null || !Arrays.equals(source, copy)) {
      different++;
    }
    if (source != null) {
      ByteBuffer sum = digest(key, source);
      sourceHigh += sum.getLong();
      sourceLow += sum.getLong();
    }
    if (copy != null) {
      ByteBuffer sum = digest(key, copy);
      copyHigh += sum.getLong();
      copyLow += sum.getLong();
    }
  }

  private ByteBuffer digest(byte[] key, byte[] value) {
    hash.reset();
    hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, key.length));
    hash.update(key);
    hash.update(value);
    return ByteBuffer.wrap(hash.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
