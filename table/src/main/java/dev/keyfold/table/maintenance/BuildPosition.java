package dev.keyfold.table.maintenance;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Reader;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.schema.KeySpace;
import java.util.Arrays;

/**
 * The persistent progress of an index build, stored under the id of the index, so that a build
 * resumes after a crash. Written in the same batch as the entries it covers.
 *
 * <pre>
 *   +----+--------+-- -
 *   | 01 |  rows  | store key of the last record done; empty before the first
 *   +----+--------+-- -
 *     1      8
 * </pre>
 *
 * Immutable; nobody changes the array.
 */
final class BuildPosition {
  static final BuildPosition START = new BuildPosition(0, new byte[0]);

  private static final byte VERSION = 1;
  private static final int HEADER = 9;

  private final long rows;
  private final byte[] last;

  /** Takes the store key of the last record done, empty before the first. */
  BuildPosition(long rows, byte[] last) {
    this.rows = rows;
    this.last = last;
  }

  /** Records done. */
  long rows() {
    return rows;
  }

  static byte[] key(int id) {
    return KeySpace.entry(KeySpace.PROGRESS, id);
  }

  static BuildPosition read(Reader reader, BuildTarget target) {
    byte[] stored = reader.get(key(target.id()));
    if (stored == null) {
      return START;
    }
    if (stored.length < HEADER || stored[0] != VERSION) {
      throw new StoreCorruptedException(
          "the stored progress of building "
              + target.describe()
              + " begins with "
              + Bytes.toHex(Arrays.copyOf(stored, Math.min(stored.length, HEADER)))
              + ", expected version 01 and 8 bytes; "
              + target.startOver());
    }
    return new BuildPosition(
        Bytes.getLong(stored, 1), Arrays.copyOfRange(stored, HEADER, stored.length));
  }

  byte[] toBytes() {
    byte[] bytes = new byte[HEADER + last.length];
    bytes[0] = VERSION;
    Bytes.putLong(bytes, 1, rows);
    System.arraycopy(last, 0, bytes, HEADER, last.length);
    return bytes;
  }

  /** The smallest key after the last one, or the given first key. */
  byte[] next(byte[] first) {
    return last.length == 0 ? first : Bytes.next(last);
  }
}
