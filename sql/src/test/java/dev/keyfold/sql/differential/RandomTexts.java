package dev.keyfold.sql.differential;

import java.util.Random;

/** Text literals, of which few are different, so that conditions find some. */
final class RandomTexts {
  private static final String[] ODD = {
    "''", "'S1'", "'%'", "'s_1'", "'a b'", "'it''s'", "'\u20AC'", "'s1 '"
  };

  private final Random random;

  RandomTexts(Random random) {
    this.random = random;
  }

  String shortText() {
    return "'"
        + String.valueOf((char) ('a' + random.nextInt(5))).repeat(1 + random.nextInt(2))
        + "'";
  }

  String anyText() {
    return switch (random.nextInt(6)) {
      case 0 -> ODD[random.nextInt(ODD.length)];
      case 1 -> shortText();
      default -> "'s" + random.nextInt(12) + "'";
    };
  }

  String pattern() {
    String[] patterns = {
      "'s%'", "'s1%'", "'%1'", "'_1'", "'a%'", "'%a%'", "'s_'", "'%'", "'b_%'", "''"
    };
    return patterns[random.nextInt(patterns.length)];
  }
}
