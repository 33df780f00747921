package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@code docs/FORMAT.md} says of bytes is so: its vectors are executed. */
class FormatDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "FORMAT.md");
  private static final String FENCE = "```vectors";

  @Test
  void theVectorsOfTheDocumentAreTheBytesThatAreWritten() throws IOException {
    Set<KeyFormat> seen = new HashSet<>();
    int vectors = 0;
    String block = null;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("```")) {
        block = line.startsWith(FENCE) ? line.substring(FENCE.length()).strip() : null;
      } else if (block != null) {
        String[] options = block.isEmpty() ? new String[] {"native"} : block.split(" ", -1);
        KeyFormat format = KeyFormats.named(options[0]);
        check(format, options.length > 1 ? Integer.parseInt(options[1]) : 0, line);
        seen.add(format);
        vectors++;
      }
    }
    assertThat(seen).containsAll(KeyFormats.all());
    assertThat(vectors).isGreaterThan(60);
  }

  private static void check(KeyFormat format, int shards, String vector) {
    String[] part = vector.split(" \\| ", -1);
    assertThat(part).as(vector).hasSize(3);
    KeySchema schema = KeySchema.parse(part[0], format);
    if (shards > 0) {
      schema = schema.withShards(shards);
    }
    KeyWriter writer = schema.newWriter();
    List<?> written = Json.array(part[1]);
    for (int i = 0; i < written.size(); i++) {
      writer.put(ValueText.read(schema.field(i), written.get(i)));
    }
    byte[] key = writer.toBytes();

    assertThat(Bytes.toHex(key)).as(vector).isEqualTo(part[2]);
    assertThat(schema.encode(schema.decode(key).toArray())).as(vector).isEqualTo(key);
  }
}
