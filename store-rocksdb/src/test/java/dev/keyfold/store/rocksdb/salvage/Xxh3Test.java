package dev.keyfold.store.rocksdb.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hash of blocks, against values of another implementation. */
class Xxh3Test {
  private static byte[] text(int length) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) (i * 7 + length);
    }
    return text;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2d06800538d394c2",
    "1, e12ef9d2eb86ceeb",
    "3, a9088dda485b481c",
    "4, 57648c318a7a307e",
    "8, b0fb3e3c3f94990a",
    "9, 8aca5cb309437c2e",
    "16, 2bd926d88792965a",
    "17, 621f018aad19b14a",
    "128, e9549af9a74093e6",
    "129, b54ad1cd8a4c84b9",
    "240, 3e136902ec966624",
    "241, bd7d29b6ba966d6a",
    "1024, dc5acf0b043c445b",
    "1025, c856c953bbdbc807",
    "5000, 308f149a673a1625"
  })
  void isWhatOthersMake(int length, String expected) {
    assertThat(Long.toHexString(Xxh3.hash(text(length), 0, length))).isEqualTo(expected);
  }

  /** Often enough that the compiler has compiled it: one of Java 17 once made wrong vectors. */
  @Test
  void growingIsTheSameAsWhole() {
    byte[] text = text(6000);
    Xxh3.Growing growing = new Xxh3.Growing(text, 3);
    for (int length = 241; length < 5990; length++) {
      assertThat(growing.hash(length)).isEqualTo(Xxh3.hash(text, 3, length));
    }
    isWhatOthersMake(5000, "308f149a673a1625");
    isWhatOthersMake(1025, "c856c953bbdbc807");
  }
}
