package dev.keyfold.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "'', abc, 3",
    "abc, '', 3",
    "orders, orders, 0",
    "orders, order, 1",
    "orders, borders, 1",
    "orders, ordexs, 1",
    "orders, odrers, 1",
    "ca, abc, 3", // a swap and an insertion between the two are not combined
    "kitten, sitting, 3"
  })
  void countsEdits(String a, String b, int expected) {
    assertThat(EditDistance.of(a, b)).isEqualTo(expected);
  }

  /** Against the definition as a recursion. */
  @Test
  void isWhatTheRecursionSays() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 2_000; i++) {
            String a = word(random);
            String b = word(random);
            int distance = EditDistance.of(a, b);
            assertThat(distance).as(a + " " + b).isEqualTo(recursive(a, b));
            assertThat(EditDistance.of(b, a)).isEqualTo(distance);
          }
        });
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      word.append((char) ('a' + random.nextInt(3)));
    }
    return word.toString();
  }

  private static int recursive(String a, String b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.length() + b.length();
    }
    int i = a.length() - 1;
    int j = b.length() - 1;
    int same = a.charAt(i) == b.charAt(j) ? 0 : 1;
    String shorter = a.substring(0, i);
    String other = b.substring(0, j);
    int least =
        Math.min(
            recursive(shorter, other) + same,
            1 + Math.min(recursive(shorter, b), recursive(a, other)));
    if (i > 0 && j > 0 && a.charAt(i) == b.charAt(j - 1) && a.charAt(i - 1) == b.charAt(j)) {
      least = Math.min(least, recursive(a.substring(0, i - 1), b.substring(0, j - 1)) + 1);
    }
    return least;
  }
}
