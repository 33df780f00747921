package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** LCS, which keeps bits, against the plain table of lengths that Redis has. */
class LcsTest extends ServerTesting {
  @Test
  void isWhatTheWholeTableSays() {
    Seeds.each(
        random -> {
          RespClient client = client();
          for (int i = 0; i < 300; i++) {
            check(client, text(random), text(random));
          }
        });
  }

  private static String text(Random random) {
    int letters = 1 + random.nextInt(4);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 300 : 20); i > 0; i--) {
      text.append((char) ('a' + random.nextInt(letters)));
    }
    return text.toString();
  }

  private static void check(RespClient client, String a, String b) throws IOException {
    client.call("mset", "a", a, "b", b);
    int[][] table = table(a, b);
    int length = table[a.length()][b.length()];
    List<String> matches = new ArrayList<>();
    StringBuilder common = new StringBuilder();
    int i = a.length();
    int j = b.length();
    int run = 0;
    while (i > 0 && j > 0) {
      if (a.charAt(i - 1) == b.charAt(j - 1)) {
        common.append(a.charAt(i - 1));
        run++;
        i--;
        j--;
        continue;
      }
      run = end(matches, i, j, run);
      if (table[i - 1][j] > table[i][j - 1]) {
        i--;
      } else {
        j--;
      }
    }
    end(matches, i, j, run);
    assertThat(client.call("lcs", "a", "b", "len")).as(a + " " + b).isEqualTo(":" + length);
    assertThat(client.call("lcs", "a", "b")).as(a + " " + b).isEqualTo(common.reverse() + "");
    assertThat(client.call("lcs", "a", "b", "idx"))
        .as(a + " " + b)
        .isEqualTo("[matches, " + matches + ", len, :" + length + "]");
  }

  private static int end(List<String> matches, int i, int j, int run) {
    if (run > 0) {
      matches.add("[" + range(i, run) + ", " + range(j, run) + "]");
    }
    return 0;
  }

  private static String range(int first, int length) {
    return "[:" + first + ", :" + (first + length - 1) + "]";
  }

  private static int[][] table(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        table[i][j] =
            a.charAt(i - 1) == b.charAt(j - 1)
                ? table[i - 1][j - 1] + 1
                : Math.max(table[i - 1][j], table[i][j - 1]);
      }
    }
    return table;
  }
}
