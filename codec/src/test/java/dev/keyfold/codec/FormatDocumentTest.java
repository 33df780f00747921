package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/FORMAT.md} says of bytes is so: its vectors are executed. */
class FormatDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "FORMAT.md");

  @Test
  void theVectorsOfTheDocumentAreTheBytesThatAreWritten() throws IOException {
    List<String> vectors = vectors("```vectors");

    for (String vector : vectors) {
      String[] part = vector.split(" \\| ", -1);
      assertThat(part).as(vector).hasSize(3);
      KeySchema schema = KeySchema.parse(part[0]);
      KeyWriter writer = schema.newWriter();
      List<?> written = Json.array(part[1]);
      for (int i = 0; i < written.size(); i++) {
        writer.put(ValueText.read(schema.field(i), written.get(i)));
      }
      byte[] key = writer.toBytes();

      assertThat(Bytes.toHex(key)).as(vector).isEqualTo(part[2]);
      assertThat(schema.encode(schema.decode(key).toArray())).as(vector).isEqualTo(key);
    }
    assertThat(vectors).hasSizeGreaterThan(45);
  }

  private static List<String> vectors(String fence) throws IOException {
    List<String> vectors = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("```")) {
        inside = line.equals(fence);
      } else if (inside) {
        vectors.add(line);
      }
    }
    return vectors;
  }
}
