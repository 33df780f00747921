package dev.keyfold.table.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinesTest {
  private static List<String> read(String text, int longest, int chunk) throws IOException {
    InputStream in =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, chunk));
          }
        };
    Lines lines = new Lines(in, () -> {}, longest);
    List<String> result = new ArrayList<>();
    while (lines.next()) {
      assertThat(lines.number()).isEqualTo(result.size() + 1);
      int length = lines.end() - lines.start();
      String line = new String(lines.buffer(), lines.start(), length, StandardCharsets.UTF_8);
      result.add(lines.isTooLong() ? "too long" : line);
    }
    return result;
  }

  @Test
  void endsLinesWithLfOrCrlf() throws IOException {
    assertThat(read("", 10, 1)).isEmpty();
    assertThat(read("a", 10, 1)).containsExactly("a");
    assertThat(read("a\n", 10, 1)).containsExactly("a");
    assertThat(read("a\r\n\nb\r", 10, 1)).containsExactly("a", "", "b");
    assertThat(read("\r\n\r\r\na\rb\n", 10, 1)).containsExactly("", "\r", "a\rb");
  }

  @Test
  void passesOverOneByteOrderMark() throws IOException {
    assertThat(read("\ufeffa\n\ufeffb\n", 10, 100)).containsExactly("a", "\ufeffb");
    assertThat(read("\ufeff", 10, 2)).containsExactly("");
  }

  @Test
  void limitIsExact() throws IOException {
    for (int chunk = 1; chunk < 12; chunk++) {
      assertThat(read("1234\n12345\n1234\r\n12345\r\n1234", 4, chunk))
          .containsExactly("1234", "too long", "1234", "too long", "1234");
      assertThat(read("12345", 4, chunk)).containsExactly("too long");
      assertThat(read("123456", 4, chunk)).containsExactly("too long");
      assertThat(read("1234567\r\n\n1", 4, chunk)).containsExactly("too long", "", "1");
    }
  }

  @Test
  void chunksDoNotMatter() throws IOException {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(40); i > 0; i--) {
        text.append("ab\n\r".charAt(random.nextInt(4)));
      }
      assertThat(read(text.toString(), 5, 1 + random.nextInt(9)))
          .as("-Dseed=%d, round %d", seed, round)
          .isEqualTo(read(text.toString(), 5, 1000));
    }
  }

  @Test
  void knowsTheLastLine() throws IOException {
    byte[] text = "\n\n".getBytes(StandardCharsets.UTF_8);
    Lines lines = new Lines(new ByteArrayInputStream(text), () -> {}, 10);
    assertThat(lines.next()).isTrue();
    assertThat(lines.isLast()).isFalse();
    assertThat(lines.next()).isTrue();
    assertThat(lines.isLast()).isTrue();
    assertThat(lines.next()).isFalse();
  }
}
