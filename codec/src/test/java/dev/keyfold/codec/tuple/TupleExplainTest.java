package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TupleExplainTest {
  private static String explain(String schema, Object... values) {
    KeySchema parsed = KeySchema.parse(schema, KeyFormats.TUPLE);
    return new KeyExplainer(parsed).explain(parsed.encode(values)).toString();
  }

  @Test
  void theExampleOfTheDescription() {
    assertThat(explain("a string, b int64, c string null first, d bool", "hello", 42, null, true))
        .isEqualTo(
            """
            11 bytes, tuple: a string, b int64, c string null first, d bool
            offset  bytes           field  meaning
                 0  02              a      a string follows
                 1  68 65 6c 6c 6f  a      string "hello"
                 6  00              a      end of the value
                 7  15              b      a positive integer of 1 byte follows
                 8  2a              b      int64 42
                 9  00              c      null, sorts first
                10  27              d      bool true, all in its code
            """);
  }

  @Test
  void escapesNestingAndBigIntegers() {
    assertThat(
            explain(
                "s bytes, l list<int64 null first>, t tuple<x integer, y bytes>",
                new byte[] {0, 1, 0},
                Arrays.asList(0, null),
                List.of(BigInteger.ONE.shiftLeft(64).negate(), new byte[0])))
        .isEqualTo(
            """
            27 bytes, tuple: s bytes, l list<int64 null first>, t tuple<x integer, y bytes>
            offset  bytes                       field  meaning
                 0  01                          s      bytes follow
                 1  00 ff                       s      bytes 000100; the byte 00 of the value, escaped
                 3  01                          s      goes on
                 4  00 ff                       s      the byte 00 of the value, escaped
                 6  00                          s      end of the value
                 7  05                          l      a list follows
                 8  14                          l[0]   int64 0, all in its code
                 9  00 ff                       l[1]   null inside a list
                11  00                          l      end of the list
                12  05                          t      a tuple follows
                13  0b f6                       t.x    a negative integer of 9 bytes follows
                15  fe ff ff ff ff ff ff ff ff  t.x    integer -18446744073709551616
                24  01                          t.y    bytes follow
                25  00                          t.y    bytes ; end of the value
                26  00                          t      end of the tuple
            """);
  }
}
