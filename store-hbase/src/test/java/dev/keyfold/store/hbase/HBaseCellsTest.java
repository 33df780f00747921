package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where keys and values lie. */
class HBaseCellsTest {
  @Test
  void rowAndQualifierSortAsKeys() {
    List<byte[]> keys = new ArrayList<>();
    for (int length : new int[] {1, 2, 31_999, 32_000, 32_001, 32_002, 65_535}) {
      for (byte last : new byte[] {0, 1, 'm', (byte) 0xFF}) {
        byte[] key = new byte[length];
        Arrays.fill(key, (byte) 'm');
        key[length - 1] = last;
        keys.add(key);
      }
    }
    for (byte[] a : keys) {
      for (byte[] b : keys) {
        int rows = Bytes.compare(HBaseCells.row(a), HBaseCells.row(b));
        int cells =
            rows != 0 ? rows : Bytes.compare(HBaseCells.qualifier(a), HBaseCells.qualifier(b));
        assertThat(Integer.signum(cells)).isEqualTo(Integer.signum(Bytes.compare(a, b)));
      }
    }
  }

  @Test
  void aValueIsNeverEmptyInItsCell() {
    assertThat(HBaseCells.stored(new byte[0])).containsExactly(0);
    assertThat(HBaseCells.stored(new byte[] {1, 2, 3}, 1, 2)).containsExactly(0, 2, 3);
  }
}
