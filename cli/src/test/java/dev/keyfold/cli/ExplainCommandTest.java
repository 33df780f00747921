package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
  private static final String[] ORDER = {
    "key",
    "explain",
    "--shards",
    "256",
    "--schema",
    "user_id string(32), order_date timestamp desc, order_id uuid",
    "00415553525f3132333435007ffffe6b8cb94fff550e8400e29b41d4a716446655440001"
  };

  private static Cli explain(String input, String... rest) {
    String[] args = new String[4 + rest.length];
    System.arraycopy(
        new String[] {"key", "explain", "--schema", "a int16, b string"}, 0, args, 0, 4);
    System.arraycopy(rest, 0, args, 4, rest.length);
    return Cli.run(input, args);
  }

  @Test
  void explainsTheOrderKey() {
    Cli.run("", ORDER)
        .gives(
            """
            36 bytes, native, 256 shards: user_id string(32), order_date timestamp desc, order_id uuid
            offset  bytes                    field       meaning
                 0  00 41                    shard       65 of 256
                 2  55 53 52 5f 31 32 33 34  user_id     string(32) "USR_12345"
                10  35
                11  00                       user_id     end of the value
                12  7f ff fe 6b 8c b9 4f ff  order_date  timestamp desc, complemented: 2025-01-17T08:00:00Z
                20  55 0e 84 00 e2 9b 41 d4  order_id    uuid 550e8400-e29b-41d4-a716-446655440001
                28  a7 16 44 66 55 44 00 01
            """);
  }

  @Test
  void coloursFields() {
    Cli run = Cli.run(InputStream.nullInputStream(), Map.of(), true, ORDER);
    assertThat(run.out())
        .contains("\u001b[36m55 53 52 5f 31 32 33 34\u001b[0m")
        .contains("\u001b[33m7f ff fe 6b 8c b9 4f ff\u001b[0m");
    assertThat(run.out().replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(Cli.run("", ORDER).out());
  }

  @Test
  void explainsSeveralKeys() {
    String both =
        """
        4 bytes, native: a int16, b string
        offset  bytes  field  meaning
             0  80 01  a      int16 1
             2  78     b      string "x"
             3  00     b      end of the value

        3 bytes, native: a int16, b string
        offset  bytes  field  meaning
             0  80 02  a      int16 2
             2  00     b      string ""; end of the value
        """;
    explain("", "0x80017800", "80:02:00").gives(both);
    explain("80017800\n80 02 00\n", "-").gives(both);
    explain("80017800\n80 02 00\n").gives(both);
    explain("80 02 00\n", "80017800", "-").gives(both);
  }

  @Test
  void explainsAsFarAsItGoes() {
    Cli run = explain("", "800178");
    assertThat(run.out())
        .startsWith(
            """
            3 bytes, native: a int16, b string
            offset  bytes  field  meaning
                 0  80 01  a      int16 1
                 2  78     b      not readable""")
        .contains("\nmalformed: field b at offset ");
    assertThat(run.err()).isEqualTo("keyfold: not a valid key of the schema, see above\n");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void badKeysDoNotKeepGoodOnesFromBeingExplained() {
    Cli run = explain("zz\n8001\n80010000\n800100\n", "80020", "-");
    assertThat(run.out()).contains("int16 1").contains("malformed");
    assertThat(run.err().lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .isEqualTo(
                        "keyfold: key 1: at character 5: found the end, expected the second digit of a"
                            + " byte"),
            second ->
                assertThat(second)
                    .isEqualTo(
                        "keyfold: line 1: at character 0: found 'z', expected a hexadecimal digit"),
            third -> assertThat(third).startsWith("keyfold: line 2: field b at offset 2: "),
            fourth -> assertThat(fourth).startsWith("keyfold: line 3: at offset 3: "));
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void printsJson() {
    explain("", "--json", "80017800")
        .gives(
            "{\"key\":\"80017800\",\"length\":4,\"parts\":["
                + "{\"offset\":0,\"length\":2,\"bytes\":\"8001\",\"field\":\"a\",\"role\":\"value\","
                + "\"text\":\"int16 1\"},"
                + "{\"offset\":2,\"length\":1,\"bytes\":\"78\",\"field\":\"b\",\"role\":\"value\","
                + "\"text\":\"string \\\"x\\\"\"},"
                + "{\"offset\":3,\"length\":1,\"bytes\":\"00\",\"field\":\"b\",\"role\":"
                + "\"terminator\",\"text\":\"end of the value\"}],\"error\":null}\n");
    Cli bad = explain("8001\n8001\n", "--json");
    assertThat(bad.out().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("\"error\":\"field b at offset 2: found "));
    assertThat(bad.status()).isEqualTo(1);
  }
}
