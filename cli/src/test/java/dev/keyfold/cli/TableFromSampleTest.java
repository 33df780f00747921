package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.table.SchemaGuess;
import dev.keyfold.table.entry.BadInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableFromSampleTest {
  @TempDir private Path directory;

  private static String schema(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return SchemaGuess.of(new ByteArrayInputStream(bytes)).schema();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true | false | bool
          1 | -9223372036854775807 | int64
          1 | 9223372036854775808 | integer
          1 | 2.50 | decimal
          1.5 | 2e3 | double
          "x" | "" | string
          "550e8400-e29b-41d4-a716-446655440001" | null | uuid null
          "550e8400-e29b-41d4-a716-446655440001" | "x" | string
          "2025-01-17" | "2024-02-29" | date
          "2025-01-17" | "2025-02-30" | string
          "2025-01-17T08:00:00Z" | "2025-01-17T08:00:00.5+02:00" | timestamp
          "2025-01-17T08:00:00Z" | "2025-01-17T08:00:00.123456Z" | timestamp(6)
          "2025-01-17T08:00:00.000000001Z" | "2025-01-17T08:00:00Z" | timestamp(9)
          null | null | string null
          [1,2] | [] | list<int64>
          ["a",null] | null | list<string null> null
          """)
  void typesThatHoldAllValues(String one, String other, String type) throws IOException {
    assertThat(schema("{\"f\":" + one + "}\n{\"f\":" + other + "}")).isEqualTo("f " + type);
    assertThat(schema("[{\"f\":" + one + "}, {\"f\":" + other + "}]")).isEqualTo("f " + type);
  }

  @Test
  void whatCannotBeGuessedIsRefused() {
    assertThatThrownBy(() -> schema("{\"f\":1}{\"f\":\"x\"}"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "field f: found values of several kinds, expected one: long on line 1, text on line 1");
    String object =
        "found an object, expected a value or a list of values; flatten it into fields of their"
            + " own, such as address_city for city in address";
    assertThatThrownBy(() -> schema("{\"f\":{\"g\":1}}")).hasMessage("line 1, field f: " + object);
    assertThatThrownBy(() -> schema("{\"f\":1}\n\n{\"f\":2,\n\"here\":{\"g\":1}}"))
        .hasMessage("line 4, field here: " + object);
    assertThatThrownBy(() -> schema("{\"f\":[1]}\n{\"f\":[2,{}]}"))
        .hasMessage("line 2, field f: " + object);
    assertThatThrownBy(() -> schema("{\"f\":[1]}\n{\"f\":1}"))
        .hasMessage(
            "field f: found lists and other values, expected one or the other: long on line 2, list"
                + " on line 1");
    assertThatThrownBy(() -> schema("{\"f\":1}\n7"))
        .hasMessage("line 2: found a number as record 2, expected an object such as {\"id\":1}");
    // Pasted into a schema, the first would be two fields.
    for (String name : new String[] {"a int32, b", "a\\nb", "", "7", "a-b"}) {
      assertThatThrownBy(() -> schema("{\"id\":1}\n{\"id\":2,\"" + name + "\":\"x\"}"))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "line 2: found the field name \""
                  + name
                  + "\", expected a letter or _, then letters, digits or _; rename it in the file");
    }
    assertThatThrownBy(() -> schema("")).hasMessageContaining("found no record");
    assertThatThrownBy(() -> schema("{\"f\":")).hasMessageStartingWith("line 1: not JSON: ");
  }

  @Test
  void createsATableThatTakesTheSample() throws IOException {
    String text = Shop.lines(0, 50);
    Path file = Files.writeString(directory.resolve("sample.json"), text);
    Shop shop = new Shop(directory);
    Cli without = shop.table("create", "orders", "--from", file.toString());
    assertThat(without.status()).isEqualTo(2);
    assertThat(without.err())
        .startsWith(
            "keyfold: --key is missing. The schema would be 'user string, at timestamp, id int64,"
                + " category string, amount string null'; id is unique over the 50");
    shop.table("create", "orders", "--from", file.toString(), "--key", "user, id")
        .gives("user string, at timestamp, id int64, category string, amount string null\n");
    shop.run("import", "orders", file.toString()).fails(0, "keyfold: 50 rows written\n");
    assertThat(shop.table("create", "b", "--from", file.toString(), "--key", "id", "--json").out())
        .startsWith("{\"table\":\"b\",\"fields\":[{\"name\":\"user\"");
    assertThat(shop.table("create", "c", "--key", "id").err())
        .startsWith(
            "keyfold: --schema S is missing; give it, or --from FILE to infer the schema\n");
    assertThat(shop.table("create", "c", "--from", "nowhere", "--key", "id").status())
        .isEqualTo(74);
  }
}
