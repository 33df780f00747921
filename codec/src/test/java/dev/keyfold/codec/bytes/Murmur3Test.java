package dev.keyfold.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.testing.TestData;
import org.junit.jupiter.api.Test;

/** The hashes are the published ones of MurmurHash3 for 32-bit x86. */
class Murmur3Test {
  @Test
  void theHashesOfTheVectors() {
    TestData.checkAll(
        TestData.rows("murmur3.tsv", 2),
        row -> {
          byte[] input = TestData.bytes(row.get(0));
          byte[] within = new byte[input.length + 5];
          System.arraycopy(input, 0, within, 3, input.length);

          assertThat(Murmur3.hash(input, 0, input.length))
              .isEqualTo(Integer.parseUnsignedInt(row.get(1), 16));
          assertThat(Murmur3.hash(within, 3, 3 + input.length))
              .isEqualTo(Integer.parseUnsignedInt(row.get(1), 16));
        });
  }
}
