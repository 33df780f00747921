package dev.keyfold.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyWriterTest {
  private static String wire(int protocol, Consumer<ReplyWriter> reply) {
    ByteBuf buffer = Unpooled.buffer(1);
    ReplyWriter writer = new ReplyWriter(() -> buffer);
    writer.protocol(protocol);
    reply.accept(writer);
    return buffer.toString(StandardCharsets.ISO_8859_1).replace("\r\n", "~");
  }

  private static void check(Consumer<ReplyWriter> reply, String two, String three) {
    assertThat(wire(2, reply)).isEqualTo(two);
    assertThat(wire(3, reply)).isEqualTo(three);
  }

  @Test
  void eachKindInBothVersions() {
    check(ReplyWriter::ok, "+OK~", "+OK~");
    check(r -> r.simple("PONG"), "+PONG~", "+PONG~");
    check(r -> r.error("ERR a\r\nb\u00ff"), "-ERR a  b\u00ff~", "-ERR a  b\u00ff~");
    check(r -> r.bulk("a\u00ff"), "$2~a\u00ff~", "$2~a\u00ff~");
    check(r -> r.bulk(new byte[0]), "$0~~", "$0~~");
    check(r -> r.bulk((byte[]) null), "$-1~", "_~");
    check(ReplyWriter::nullArray, "*-1~", "_~");
    check(r -> r.array(3), "*3~", "*3~");
    check(r -> r.map(3), "*6~", "%3~");
    check(r -> r.set(3), "*3~", "~3~");
    check(r -> r.push(3), "*3~", ">3~");
    check(r -> r.bool(true), ":1~", "#t~");
    check(r -> r.real(1.5), "$3~1.5~", ",1.5~");
    check(r -> r.real(Double.NEGATIVE_INFINITY), "$4~-inf~", ",-inf~");
    check(r -> r.verbatim("txt", "ab"), "$2~ab~", "=6~txt:ab~");
    check(r -> r.bigNumber("123"), "$3~123~", "(123~");
  }

  @Test
  void integersOfEveryLength() {
    for (long value = 1; value > 0; value *= 7) {
      for (long each : new long[] {value, -value, value - 1}) {
        String expected = ":" + each + "~";
        check(r -> r.integer(each), expected, expected);
      }
    }
    check(r -> r.integer(Long.MIN_VALUE), ":-9223372036854775808~", ":-9223372036854775808~");
    check(r -> r.integer(Long.MAX_VALUE), ":9223372036854775807~", ":9223372036854775807~");
  }

  @Test
  void lengthsMayBeWrittenAfterwards() {
    check(
        r -> {
          r.ok();
          int mark = r.mark();
          for (int i = 0; i < 12; i++) {
            r.integer(i % 2);
          }
          r.mapAt(mark, 6);
        },
        "+OK~*12~" + ":0~:1~".repeat(6),
        "+OK~%6~" + ":0~:1~".repeat(6));
    check(
        r -> {
          r.ok();
          int mark = r.mark();
          r.integer(5);
          r.truncate(mark);
          r.simple("no");
        },
        "+OK~+no~",
        "+OK~+no~");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "3, 3",
    "1.5, 1.5",
    "0.1, 0.10000000000000001",
    "1.1, 1.1000000000000001",
    "1e15, 1000000000000000",
    "1e16, 10000000000000000",
    "1e17, 1e+17",
    "1e100, 1e+100",
    "-1.25e-7, -1.2499999999999999e-07",
    "0.0001, 0.0001",
    "0.00001, 1.0000000000000001e-05",
    "123456789012345678, 1.2345678901234568e+17",
    "4.9e-324, 4.9406564584124654e-324",
  })
  void doublesAsRedisPrintsThem(double value, String expected) {
    assertThat(Doubles.general17(value)).isEqualTo(expected);
  }

  @Test
  void everyDoubleIsReadBackAsItself() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
              assertThat(Double.parseDouble(Doubles.general17(value))).isEqualTo(value);
            }
          }
        });
  }
}
