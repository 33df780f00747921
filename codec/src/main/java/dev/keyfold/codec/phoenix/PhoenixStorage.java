package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The storage schemes of Phoenix: how the columns of a table are distributed over cells.
 *
 * <pre>
 *   COLUMN_ENCODED_BYTES=0      the qualifier is the name                 41
 *   1, 2 (default), 3, 4        it is a number from 11 on                 8b, 800b, 00000b, 0000000b
 *   SINGLE_CELL_ARRAY_WITH_...  all columns of a family in the cell "1"   31
 * </pre>
 *
 * @param qualifierBytes 0 for names
 * @param singleCell whether a family is one cell, which only tables of immutable rows have
 */
record PhoenixStorage(int qualifierBytes, boolean singleCell) {
  /** The first number; smaller ones are Phoenix's own. */
  static final int FIRST = 11;

  /** The cell with all columns of a family. */
  static final byte[] SINGLE_CELL = {'1'};

  /** The cells that say only that a row is there, by names and by numbers. */
  private static final byte[] EMPTY_COLUMN = {'_', '0'};

  private static final byte[] ENCODED_EMPTY_COLUMN = {0, 0, 0, 0};

  private static final int DEFAULT_BYTES = 2;

  /**
   * What a table has: immutable ones are single cells unless names or several tenants forbid it.
   */
  static PhoenixStorage of(DdlOptions options, boolean immutable, boolean multiTenant) {
    int bytes = options.encodedBytes() < 0 ? DEFAULT_BYTES : options.encodedBytes();
    @Nullable Boolean asked = options.singleCell();
    return new PhoenixStorage(
        bytes, immutable && bytes > 0 && (asked == null ? !multiTenant : asked));
  }

  /** The same with what the options of an index say. */
  PhoenixStorage with(DdlOptions index) {
    @Nullable Boolean asked = index.singleCell();
    return new PhoenixStorage(
        index.encodedBytes() < 0 ? qualifierBytes : index.encodedBytes(),
        asked == null ? singleCell : asked);
  }

  byte[] qualifier(String name, int number) {
    byte[] four = new byte[4];
    Bytes.putInt(four, 0, number);
    return switch (qualifierBytes) {
      case 0 -> name.getBytes(StandardCharsets.UTF_8);
      case 1 -> new byte[] {(byte) (number ^ 0x80)};
      case 2 -> new byte[] {(byte) (four[2] ^ 0x80), four[3]};
      default -> Arrays.copyOfRange(four, 4 - qualifierBytes, 4);
    };
  }

  static boolean isEmptyColumn(byte[] qualifier) {
    return Arrays.equals(qualifier, EMPTY_COLUMN) || Arrays.equals(qualifier, ENCODED_EMPTY_COLUMN);
  }
}
