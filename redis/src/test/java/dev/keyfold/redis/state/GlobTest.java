package dev.keyfold.redis.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource({
    "*, abc, true",
    "a*c, abbbc, true",
    "a*c, abbb, false",
    "a?c, abc, true",
    "a?c, ac, false",
    "h[ae]llo, hallo, true",
    "h[ae]llo, hillo, false",
    "h[^e]llo, hallo, true",
    "h[^e]llo, hello, false",
    "h[a-b]llo, hbllo, true",
    "h[b-a]llo, hbllo, true",
    "h[a-b]llo, hcllo, false",
    "\\*, *, true",
    "\\*, a, false",
    "[\\]], ], true",
    "[abc, b, true",
    "a\\, a\\, true",
    "*a*b*c, xaybzc, true",
  })
  void patterns(String pattern, String text, boolean expected) {
    assertThat(Glob.matches(ByteKey.of(pattern), ByteKey.of(text))).isEqualTo(expected);
  }

  @Test
  void lettersOfAnyCaseIfAsked() {
    assertThat(Glob.matches(ByteKey.of("A[B-D]*"), ByteKey.of("acX"), true)).isTrue();
    assertThat(Glob.matches(ByteKey.of("A[B-D]*"), ByteKey.of("acX"), false)).isFalse();
  }

  @Test
  void thereMayBeAsManyStarsAsTheLimit() {
    byte[] text = ByteKey.of("a".repeat(2000));
    assertThat(Glob.matches(ByteKey.of("*?".repeat(1000) + "a".repeat(1000)), text)).isTrue();
    assertThat(Glob.matches(ByteKey.of("*?".repeat(1001) + "a".repeat(999)), text)).isFalse();
    assertThat(Glob.matches(ByteKey.of("*".repeat(5000)), text)).as("one after the other").isTrue();
  }

  /** Against the definition itself, which tries every length for each star. */
  @Test
  void sameAsTheDefinition() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 20_000; i++) {
            String pattern = word(random, "ab*?", 8);
            String text = word(random, "ab", 10);
            assertThat(Glob.matches(ByteKey.of(pattern), ByteKey.of(text)))
                .as("%s on %s", pattern, text)
                .isEqualTo(slow(pattern, text));
          }
        });
  }

  private static String word(Random random, String letters, int most) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(most); i > 0; i--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  private static boolean slow(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    if (pattern.charAt(0) == '*') {
      return slow(pattern.substring(1), text)
          || (!text.isEmpty() && slow(pattern, text.substring(1)));
    }
    return !text.isEmpty()
        && (pattern.charAt(0) == '?' || pattern.charAt(0) == text.charAt(0))
        && slow(pattern.substring(1), text.substring(1));
  }
}
