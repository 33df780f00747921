package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is said of a key. The files in {@code testdata/explain} hold a schema, a key and the
 * explanation, with the escape character as {@code \e}; {@code -Dupdate=true} writes them again.
 */
class KeyExplainerTest {
  private static final String LINE = "----\n";

  @Test
  void explanationsAreThoseOfTheFiles() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(TestData.path("explain"))) {
      files = found.sorted().toList();
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(8);
    for (Path file : files) {
      String text = Files.readString(file);
      String head = text.substring(0, text.indexOf(LINE) + LINE.length());
      String explanation = explain(head.split("\n", -1));
      if (Boolean.getBoolean("update")) {
        Files.writeString(file, head + explanation);
      }
      assertThat(head + explanation).as("%s", file).isEqualTo(Files.readString(file));
    }
  }

  private static String explain(String[] head) {
    KeySchema schema = GoldenVectorsTest.schema(value(head[0], "schema"), value(head[1], "shards"));
    byte[] key = TestData.bytes(value(head[2], "key"));
    boolean colour = value(head[3], "colour").equals("yes");
    return new KeyExplainer(schema).explain(key).render(colour).replace("\u001b", "\\e");
  }

  private static String value(String line, String name) {
    assertThat(line).startsWith(name + ": ");
    return line.substring(name.length() + 2);
  }

  @Test
  void partsCoverAnyKeyWithoutGapOrOverlap() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 200; i++) {
            KeySchema schema = RandomSchemas.next(random);
            for (List<Object> record : RandomValues.records(schema, random, 5)) {
              byte[] key = schema.encode(record.toArray());
              KeyExplanation explanation = checkCover(schema, key);
              assertThat(explanation.error()).isNull();
              checkFields(schema, key, explanation);

              KeyExplanation cut =
                  checkCover(schema, Arrays.copyOf(key, random.nextInt(key.length)));
              assertThat(cut.error() == null).isEqualTo(isAddedMissing(cut));
              byte[] changed = key.clone();
              changed[random.nextInt(key.length)] ^= (byte) (1 << random.nextInt(8));
              checkCover(schema, changed);
            }
          }
        });
  }

  private static boolean isAddedMissing(KeyExplanation explanation) {
    KeyPart last = explanation.parts().get(explanation.parts().size() - 1);
    return last.text().endsWith("null: the key ends before this added field");
  }

  private static KeyExplanation checkCover(KeySchema schema, byte[] key) {
    KeyExplanation explanation = new KeyExplainer(schema).explain(key);
    int end = 0;
    for (KeyPart part : explanation.parts()) {
      assertThat(part.offset())
          .as("%s %s\n%s", schema, Bytes.toHex(key), explanation)
          .isEqualTo(end);
      end = part.end();
    }
    assertThat(end).as("%s\n%s", schema, explanation).isEqualTo(key.length);
    assertThat(explanation.render(true).replaceAll("\u001b\\[[0-9;]*m", ""))
        .as("colours add nothing but colours")
        .isEqualTo(explanation.toString());
    return explanation;
  }

  /** The parts of a field are the bytes that skipping it passes over. */
  private static void checkFields(KeySchema schema, byte[] key, KeyExplanation explanation) {
    for (int i = 0; i < schema.size(); i++) {
      int field = i;
      List<KeyPart> parts = explanation.parts().stream().filter(p -> p.field() == field).toList();
      int length = parts.stream().mapToInt(KeyPart::length).sum();
      assertThat(length).isEqualTo(schema.slice(key, i).length);
      assertThat(parts)
          .isNotEmpty()
          .allMatch(part -> part.name().startsWith(schema.field(field).name()));
    }
  }

  @Test
  void rolesSayWhatBytesAreFor() {
    KeySchema schema = KeySchema.parse("s string null, l list<uint8>").withShards(1);
    byte[] key = schema.encode("a\u0000b", List.of(7));

    assertThat(new KeyExplainer(schema).explain(key).parts())
        .extracting(KeyPart::role)
        .containsExactly(
            Role.SHARD,
            Role.MARKER,
            Role.VALUE,
            Role.ESCAPE,
            Role.VALUE,
            Role.TERMINATOR,
            Role.MARKER,
            Role.VALUE,
            Role.TERMINATOR);
  }

  @Test
  void aKeyLongerThanAnyIsExplainedAsAWhole() {
    KeyExplanation explanation =
        new KeyExplainer(KeySchema.parse("s string")).explain(new byte[Limits.KEY_BYTES + 1]);

    assertThat(explanation.error()).hasMessageContaining("a key of 1048577 bytes");
    assertThat(explanation.parts()).hasSize(1);
    assertThat(explanation.parts().get(0).length()).isEqualTo(Limits.KEY_BYTES + 1);
    assertThat(explanation.parts().get(0).role()).isEqualTo(Role.MALFORMED);
  }
}
