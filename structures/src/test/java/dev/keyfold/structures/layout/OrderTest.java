package dev.keyfold.structures.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ids, scores and positions sort as bytes in their own order, and come back. */
class OrderTest {
  private static byte[] ordinal(long value) {
    byte[] bytes = new byte[Ordinal.length(value)];
    assertThat(Ordinal.put(bytes, 0, value)).isEqualTo(bytes.length);
    return bytes;
  }

  @Test
  void ordinals() {
    assertThat(Bytes.toHex(ordinal(0))).isEqualToIgnoringCase("00");
    assertThat(Bytes.toHex(ordinal(0x1F))).isEqualToIgnoringCase("1F");
    assertThat(Bytes.toHex(ordinal(0x20))).isEqualToIgnoringCase("2020");
    assertThat(Bytes.toHex(ordinal(0x2000))).isEqualToIgnoringCase("402000");
    assertThat(Bytes.toHex(ordinal(Ordinal.MAX))).isEqualToIgnoringCase("FFFFFFFFFFFFFFFF");
    byte[] before = ordinal(0);
    for (int bit = 0; bit < 61; bit++) {
      for (long value : new long[] {(1L << bit) - 1, 1L << bit, (1L << bit) + 1}) {
        byte[] bytes = ordinal(value);
        assertThat(Ordinal.get(bytes, 0)).isEqualTo(value);
        assertThat(Ordinal.lengthAt(bytes, 0)).isEqualTo(bytes.length);
        if (value > Ordinal.get(before, 0)) {
          assertThat(Arrays.compareUnsigned(before, bytes)).isNegative();
        }
        before = bytes;
      }
    }
    assertThatThrownBy(() -> Ordinal.put(new byte[9], 0, Ordinal.MAX + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void scores() {
    double[] ascending = {
      Double.NEGATIVE_INFINITY,
      -Double.MAX_VALUE,
      -1,
      -Double.MIN_VALUE,
      0,
      Double.MIN_VALUE,
      1,
      Math.nextUp(1.0),
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY
    };
    for (int i = 0; i < ascending.length; i++) {
      assertThat(Layout.score(Layout.sortable(ascending[i]))).isEqualTo(ascending[i]);
      if (i > 0) {
        assertThat(
                Arrays.compareUnsigned(Layout.score(ascending[i - 1]), Layout.score(ascending[i])))
            .isNegative();
      }
    }
    assertThat(Layout.score(-0.0)).isEqualTo(Layout.score(0.0));
  }

  @Test
  void betweenTwoPositionsIsAlwaysAThird() {
    Seeds.each(
        random -> {
          List<byte[]> positions = new ArrayList<>();
          positions.add(Positions.whole(-1));
          positions.add(Positions.whole(0));
          positions.add(Positions.whole(1));
          positions.add(Positions.whole(300));
          for (int i = 0; i < 5000; i++) {
            insert(positions, i % 2 == 0 ? random.nextInt(positions.size() - 1) : 1);
          }
        });
  }

  private static void insert(List<byte[]> positions, int behind) {
    byte[] low = positions.get(behind);
    byte[] high = positions.get(behind + 1);
    byte[] middle = Positions.between(low, high);
    assertThat(Arrays.compareUnsigned(low, middle)).isNegative();
    assertThat(Arrays.compareUnsigned(middle, high)).isNegative();
    assertThat(middle.length == 8 || middle[middle.length - 1] != 0).isTrue();
    positions.add(behind + 1, middle);
  }
}
