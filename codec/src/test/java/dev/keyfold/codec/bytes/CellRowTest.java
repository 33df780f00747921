package dev.keyfold.codec.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of cells as values: the bytes, the round trip, and bytes that are no row. */
class CellRowTest {
  private static List<byte[]> cells(byte[] value) {
    List<byte[]> parts = new ArrayList<>();
    CellRow row = new CellRow().reset(value, 0, value.length);
    while (row.next()) {
      parts.addAll(List.of(row.family(), row.qualifier(), row.value()));
    }
    return parts;
  }

  @Test
  void theBytes() {
    CellRow.Writer writer = new CellRow.Writer();
    writer.cell("cf".getBytes(UTF_8), "name".getBytes(UTF_8), "Ada".getBytes(UTF_8));
    writer.cell(new byte[] {'x'}, new byte[0], new byte[200]);

    assertThat(Bytes.toHex(writer.toArray()))
        .isEqualTo(
            "026366" + "046e616d65" + "03416461" + "0178" + "00" + "c801" + "00".repeat(200));
    assertThat(writer.clear().toArray()).isEmpty();
    assertThat(cells(new byte[0])).isEmpty();
  }

  @Test
  void whatIsWrittenIsRead() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 2_000; i++) {
            CellRow.Writer writer = new CellRow.Writer();
            List<byte[]> parts = new ArrayList<>();
            for (int cell = random.nextInt(5); cell > 0; cell--) {
              byte[][] three = {some(random), some(random), some(random)};
              writer.cell(three[0], three[1], three[2]);
              parts.addAll(List.of(three));
            }
            List<byte[]> found = cells(writer.toArray());
            assertThat(found).hasSameSizeAs(parts);
            for (int part = 0; part < parts.size(); part++) {
              assertThat(found.get(part)).isEqualTo(parts.get(part));
            }
          }
        });
  }

  private static byte[] some(Random random) {
    byte[] bytes = new byte[random.nextInt(8) == 0 ? random.nextInt(40_000) : random.nextInt(6)];
    random.nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "026366          | at offset 3: found no length of the qualifier",
        "0563            | at offset 0: found the length 5 of the family before 1 more bytes",
        "80              | at offset 0: found no length of the family",
        "8000            | at offset 0: found no length of the family",
        "ffffffff7f      | at offset 0: found no length of the family",
        "ffffffffff01    | at offset 0: found no length of the family",
        "01630171ffffff7f| at offset 4: found the length 268435455 of the value before 0 more",
      })
  void noRow(String hex, String message) {
    assertThatThrownBy(() -> cells(Bytes.parseHex(hex)))
        .isInstanceOf(CellRowException.class)
        .hasMessageStartingWith(message)
        .hasMessageContaining("a row of cells");
  }
}
