package dev.keyfold.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReaderTest {
  private static final class Limits implements RequestLimits {
    private long bulk = 1 << 20;
    private int arguments = 1 << 20;
    private boolean unauthenticated;

    @Override
    public long bulkBytes() {
      return bulk;
    }

    @Override
    public int arguments() {
      return arguments;
    }

    @Override
    public boolean unauthenticated() {
      return unauthenticated;
    }
  }

  private final Limits limits = new Limits();
  private final RequestReader reader = new RequestReader(limits);

  private static ByteBuf bytes(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private List<String> words(String text) {
    byte[][] found = reader.read(bytes(text));
    List<String> words = new ArrayList<>();
    for (byte[] word : found) {
      words.add(new String(word, StandardCharsets.ISO_8859_1));
    }
    return words;
  }

  /** Commands of any bytes, in both forms, cut anywhere: what comes out is what went in. */
  @Test
  void readsWhatWasSentInWhateverPieces() {
    Seeds.each(
        random -> {
          List<byte[][]> sent = new ArrayList<>();
          ByteArrayOutputStream wire = new ByteArrayOutputStream();
          for (int i = 0; i < 500; i++) {
            byte[][] command = command(random);
            sent.add(command);
            wire.writeBytes(random.nextBoolean() ? multibulk(command) : inline(command));
            if (random.nextInt(10) == 0) {
              wire.writeBytes(
                  random.nextBoolean()
                      ? new byte[] {'\r', '\n'}
                      : "*0\r\n".getBytes(StandardCharsets.US_ASCII));
            }
          }
          List<byte[][]> read = readInPieces(wire.toByteArray(), random);
          assertThat(Arrays.deepToString(read.toArray()))
              .isEqualTo(Arrays.deepToString(sent.toArray()));
        });
  }

  private List<byte[][]> readInPieces(byte[] wire, Random random) {
    List<byte[][]> read = new ArrayList<>();
    ByteBuf buffer = Unpooled.buffer();
    for (int at = 0; at < wire.length; ) {
      int length = Math.min(wire.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 400));
      buffer.writeBytes(wire, at, length);
      at += length;
      for (byte[][] c = reader.read(buffer); c != null; c = reader.read(buffer)) {
        read.add(c);
      }
      buffer.discardReadBytes();
    }
    return read;
  }

  private static byte[][] command(Random random) {
    byte[][] words = new byte[1 + random.nextInt(6)][];
    for (int i = 0; i < words.length; i++) {
      words[i] = new byte[random.nextInt(random.nextInt(20) == 0 ? 3000 : 12)];
      random.nextBytes(words[i]);
    }
    return words;
  }

  private static byte[] multibulk(byte[][] command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (byte[] word : command) {
      out.writeBytes(("$" + word.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(word);
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    return out.toByteArray();
  }

  private static byte[] inline(byte[][] command) {
    StringBuilder line = new StringBuilder();
    for (byte[] word : command) {
      line.append(" \"");
      for (byte b : word) {
        line.append(String.format("\\x%02x", b));
      }
      line.append('"');
    }
    return line.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "set a b                | set,a,b",
        "  set   a  b           | set,a,b",
        "set 'it''s'            | !",
        "set \"a b\" 'c d'      | set,a b,c d",
        "set \"a\\x41\\t\\q\"   | set,aA\tq",
        "set 'a\\'b'            | set,a'b",
        "set \"\"               | set,",
        "set \"a                | !",
        "set \"a\"b             | !",
        "set 'a                 | !",
      })
  void inlineCommandsHaveQuotes(String line, String expected) {
    if (expected.equals("!")) {
      assertThatThrownBy(() -> words(line + "\r\n"))
          .hasMessage("Protocol error: unbalanced quotes in request");
    } else {
      assertThat(words(line + "\n")).containsExactly(expected.split(",", -1));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*3000000000~|invalid multibulk length",
        "*x~|invalid multibulk length",
        "*~|invalid multibulk length",
        "*1~foo~|expected '$', got 'f'",
        "*1~$-1~|invalid bulk length",
        "*1~$x~|invalid bulk length",
        "*1~$~|invalid bulk length",
        "*1~$2000000000~|invalid bulk length",
        "*1~$99999999999999999999~|invalid bulk length",
      })
  void saysWhatIsWrongInRedisWords(String wire, String expected) {
    assertThatThrownBy(() -> words(wire.replace("~", "\r\n")))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("Protocol error: " + expected);
  }

  @Test
  void countsWithoutCommandsAreSkipped() {
    assertThat(words("*0\r\n*-10\r\n\r\nping\r\n")).containsExactly("ping");
  }

  @Test
  void anArgumentMayBeAsLongAsTheLimit() {
    limits.bulk = 10;
    assertThat(words("*1\r\n$10\r\n0123456789\r\n")).containsExactly("0123456789");
    assertThatThrownBy(() -> words("*1\r\n$11\r\n"))
        .hasMessage("Protocol error: invalid bulk length");
  }

  @Test
  void thereMayBeAsManyArgumentsAsTheLimit() {
    limits.arguments = 2;
    assertThat(words("*2\r\n$1\r\na\r\n$1\r\nb\r\n")).containsExactly("a", "b");
    assertThatThrownBy(() -> words("*3\r\n"))
        .hasMessage("Protocol error: invalid multibulk length");
  }

  @Test
  void strangersHaveTighterLimits() {
    limits.unauthenticated = true;
    String long16k = "x".repeat(RequestLimits.UNAUTHENTICATED_BULK_BYTES);
    assertThat(words("*1\r\n$16384\r\n" + long16k + "\r\n")).containsExactly(long16k);
    assertThatThrownBy(() -> words("*1\r\n$16385\r\n"))
        .hasMessage("Protocol error: unauthenticated bulk length");
    RequestReader second = new RequestReader(limits);
    assertThat(second.read(bytes("*10\r\n"))).isNull();
    assertThatThrownBy(() -> new RequestReader(limits).read(bytes("*11\r\n")))
        .hasMessage("Protocol error: unauthenticated multibulk length");
  }

  @Test
  void aLineMayBeAsLongAsTheLimit() {
    for (String start : new String[] {"", "*", "*1\r\n$"}) {
      String tooBig =
          start.isEmpty()
              ? "too big inline request"
              : start.equals("*") ? "too big mbulk count string" : "too big bulk count string";
      int length = RequestLimits.LINE_BYTES - (start.length() > 1 ? 1 : start.length());
      RequestReader one = new RequestReader(limits);
      assertThat(one.read(bytes(start + "1".repeat(length)))).isNull();
      RequestReader other = new RequestReader(limits);
      assertThatThrownBy(() -> other.read(bytes(start + "1".repeat(length + 1))))
          .hasMessage("Protocol error: " + tooBig);
    }
  }
}
