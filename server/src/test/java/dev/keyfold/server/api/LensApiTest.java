package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Any key, in any form and format, explained without gaps. */
class LensApiTest extends HttpTesting {
  private JsonNode lens(Object... pairs) throws Exception {
    Map<String, Object> body = new java.util.HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      body.put((String) pairs[i], pairs[i + 1]);
    }
    JsonNode answer = post("/api/lens", body);
    int end = 0;
    for (JsonNode part : answer.get("parts")) {
      assertThat(part.get("offset").asInt()).isEqualTo(end);
      end += part.get("length").asInt();
    }
    if (answer.get("error").isNull()) {
      assertThat(end).as(answer.toString()).isEqualTo(answer.get("length").asInt());
    }
    return answer;
  }

  @Test
  void everyFormOfTheSameKey() throws Exception {
    String schema = "user string, n int32";
    byte[] key = KeySchema.parse(schema).encode("bob", 7);
    for (String text :
        new String[] {
          Bytes.toHex(key),
          "0x" + Bytes.toHex(key).toUpperCase(java.util.Locale.ROOT),
          "62 6f 62 00:80,00 00 07",
          "bob\\x00\\x80\\x00\\x00\\x07",
          "\"bob\\x00\\x80\\x00\\x00\\x07\"",
        }) {
      JsonNode answer = lens("key", text, "schema", schema);
      assertThat(answer.get("hex").asText()).as(text).isEqualTo(Bytes.toHex(key));
      assertThat(answer.get("fields").get(0).get("value").asText()).isEqualTo("\"bob\"");
      assertThat(answer.get("fields").get(1).get("value").asText()).isEqualTo("7");
    }
    String base64 = Base64.getEncoder().encodeToString(key);
    JsonNode answer = lens("key", base64, "form", "base64", "schema", schema);
    assertThat(answer.get("hex").asText()).isEqualTo(Bytes.toHex(key));
    assertThat(refused(400, "/api/lens", Map.of("key", "6", "form", "hex")))
        .contains("even number");
    assertThat(refused(400, "/api/lens", Map.of("key", "a\\q"))).contains("character 1");
    assertThat(refused(400, "/api/lens", Map.of("key", " "))).contains("the key is empty");
  }

  @Test
  void everyFormat() throws Exception {
    for (KeyFormat format : KeyFormats.all()) {
      boolean compound = format.name().equals("compound");
      String schema = compound ? "kind string, key string, sub string" : "a string, b string";
      Object[] values = compound ? new Object[] {"H", "user:1", "email"} : new Object[] {"x", "y"};
      byte[] key = KeySchema.parse(schema, format).encode(values);
      JsonNode answer = lens("key", Bytes.toHex(key), "schema", schema, "format", format.name());
      assertThat(answer.get("format").asText()).startsWith(format.name());
      assertThat(answer.get("error").isNull()).as(answer.toString()).isTrue();
      assertThat(answer.get("fields").get(1).get("value").asText())
          .isEqualTo(compound ? "\"user:1\"" : "\"y\"");
    }
    assertThat(refused(400, "/api/lens", Map.of("key", "00", "schema", "a string", "format", "x")))
        .contains("the format 'x'");
  }

  @Test
  void everyByteValueIsShownAndComesBack() throws Exception {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) {
      all[i] = (byte) i;
    }
    JsonNode answer = lens("key", Bytes.toHex(all));
    assertThat(answer.get("hex").asText()).isEqualTo(Bytes.toHex(all));
    JsonNode back = lens("key", answer.get("escaped").asText(), "form", "escaped");
    assertThat(back.get("hex").asText()).isEqualTo(Bytes.toHex(all));
    byte[] key = KeySchema.parse("b bytes").encode((Object) all);
    JsonNode field = lens("key", Bytes.toHex(key), "schema", "b bytes");
    assertThat(field.get("error").isNull()).isTrue();
    assertThat(texts(field.get("parts"), "role")).contains("escape", "terminator");
  }

  @Test
  void aTablesKeyIsRecognisedWithTheReasonOfItsOrder() throws Exception {
    Table<Row> table =
        db().tables()
            .create(
                new TableBuilder("orders")
                    .fields("user string, at timestamp, note string null")
                    .key("user, at desc"));
    for (String user : new String[] {"bo", "bob"}) {
      for (long at : new long[] {1_000, 2_000}) {
        table.put(Row.of(table.definition(), Map.of("user", user, "at", at)));
      }
    }
    byte[] middle =
        KeySchema.parse("user string, at timestamp desc")
            .encode("bo", java.time.Instant.ofEpochMilli(1_000));
    JsonNode answer = lens("key", "10" + Bytes.toHex(middle));
    assertThat(answer.get("what").asText()).isEqualTo("record of table orders");
    assertThat(answer.get("stored").asBoolean()).isTrue();
    JsonNode before = answer.get("neighbours").get("before").get("reason");
    assertThat(before.get("field").asText()).isEqualTo("at");
    assertThat(before.get("text").asText())
        .contains(
            "1970-01-01T00:00:02Z comes before 1970-01-01T00:00:01Z, as the field is descending");
    JsonNode after = answer.get("neighbours").get("after").get("reason");
    assertThat(after.get("text").asText()).contains("user \"bo\" ends here");
    // Half a key of the table is explained as far as it goes.
    JsonNode half = lens("key", "10626f");
    assertThat(half.get("error").asText()).contains("user");
  }

  /** Whatever the format, the reason names the first field whose values differ, and both values. */
  @Test
  void everyFormatSaysWhyAKeySortsBetweenItsNeighbours() {
    Seeds.each(
        random -> {
          for (KeyFormat format : KeyFormats.all()) {
            for (int i = 0; i < 12; i++) {
              order(format, random);
            }
          }
        });
  }

  private void order(KeyFormat format, Random random) throws IOException {
    boolean compound = format.name().equals("compound");
    String number = format.name().equals("delimited") ? "int64" : "int32";
    String text =
        compound ? "a string, n string, z string" : "a string, n " + number + ", z string";
    KeySchema schema = KeySchema.parse(text, format);
    TreeMap<byte[], List<Object>> keys = new TreeMap<>(Arrays::compareUnsigned);
    while (keys.size() < 4) {
      String a = compound ? "H" : List.of("a", "ab", "b").get(random.nextInt(3));
      String z = List.of("x", "xy", "é").get(random.nextInt(3));
      long n = List.of(7L, 0L, 300L).get(random.nextInt(3));
      Object second = compound ? "n" + n : number.equals("int64") ? (Object) n : (Object) (int) n;
      keys.put(schema.encode(a, second, z), List.of(a, second, z));
    }
    byte[] key = keys.higherKey(keys.firstKey());
    JsonNode answer =
        post(
            "/api/lens",
            Map.of(
                "key", Bytes.toHex(key),
                "schema", text,
                "format", format.name(),
                "others", String.join("\n", keys.keySet().stream().map(Bytes::toHex).toList())));
    assertThat(answer.get("error").isNull()).as(answer.toString()).isTrue();
    assertThat(answer.get("rules").asText())
        .isEqualTo(
            "Sorted by a from low to high, then by n from low to high, then by z from low to high:"
                + " the first byte that differs decides.");
    check(format, answer, "before", keys.get(key), keys.lowerEntry(key));
    check(format, answer, "after", keys.get(key), keys.higherEntry(key));
  }

  private static void check(
      KeyFormat format,
      JsonNode answer,
      String side,
      List<Object> values,
      Map.Entry<byte[], List<Object>> other) {
    int first = 0;
    while (values.get(first).equals(other.getValue().get(first))) {
      first++;
    }
    JsonNode neighbour = answer.get("neighbours").get(side);
    assertThat(neighbour.get("hex").asText()).isEqualTo(Bytes.toHex(other.getKey()));
    JsonNode reason = neighbour.get("reason");
    String as = format.name() + " " + values + " and " + other.getValue() + ": " + reason;
    String name = List.of("a", "n", "z").get(first);
    assertThat(reason.get("at").asInt()).as(as).isNotNegative();
    assertThat(reason.get("text").asText()).as(as).startsWith(name + " ").contains(": byte ");
  }

  @Test
  void aBrokenKeyIsComparedByItsBytes() throws Exception {
    Map<String, ?> asked = Map.of("key", "80", "schema", "a int32", "others", "80000001\n7f");
    JsonNode answer = post("/api/lens", asked);
    assertThat(answer.get("error").asText()).contains("expected");
    assertThat(answer.get("neighbours").get("before").get("reason").get("text").asText())
        .isEqualTo(
            "one of the keys is malformed here, so the plain bytes decide: byte 0 is 7f before 80");
    assertThat(answer.get("neighbours").get("after").get("reason").get("text").asText())
        .contains("ends here with its key, and a key sorts before longer keys that start with it");
  }

  @Test
  void structuresAndTheCatalogAreRecognised() throws Exception {
    redis().call("ZADD", "board", "1.5", "ann");
    for (JsonNode sample : get("/api/sample").get("samples")) {
      JsonNode answer = lens("key", sample.get("hex").asText());
      assertThat(answer.get("stored").asBoolean()).isTrue();
    }
    JsonNode scored = null;
    for (JsonNode sample : get("/api/sample").get("samples")) {
      if (sample.get("hex").asText().startsWith("d4")) {
        scored = lens("key", sample.get("hex").asText());
      }
    }
    assertThat(scored).isNotNull();
    assertThat(texts(scored.get("parts"), "text")).contains("1.5", "'ann'");
    assertThat(lens("key", "f7aa").get("what").asText()).isEqualTo("unknown key");
    assertThat(lens("key", "01" + hex("orders")).get("what").asText())
        .isEqualTo("catalog of tables");
  }
}
