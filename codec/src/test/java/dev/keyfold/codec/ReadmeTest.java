package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.record.Desc;
import dev.keyfold.codec.record.KeyCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Java of the README is a region of this file, and does what it says. */
class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path SOURCE =
      Path.of("src", "test", "java", "dev", "keyfold", "codec", "ReadmeTest.java");

  private final UUID id = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");
  private final Instant at = Instant.parse("2025-01-17T08:00:00Z");
  private final Instant jan1 = Instant.parse("2025-01-01T00:00:00Z");
  private final Instant feb1 = Instant.parse("2025-02-01T00:00:00Z");

  @Test
  void recordsAsKeys() {
    // region 1
    record OrderKey(String userId, @Desc Instant at, UUID id) {}

    KeyCodec<OrderKey> codec = KeyCodec.of(OrderKey.class).withShards(256);
    byte[] key = codec.encode(new OrderKey("USR_12345", at, id));
    OrderKey same = codec.decode(key);

    List<KeyRange> january =
        codec.schema().select().eq("userId", "USR_12345").ge("at", jan1).lt("at", feb1).ranges();
    // end

    assertThat(same).isEqualTo(new OrderKey("USR_12345", at, id));
    assertThat(january).hasSize(1);
    assertThat(january.get(0).contains(key)).isTrue();
    assertThat(january.get(0).contains(codec.encode(new OrderKey("USR_12345", feb1, id))))
        .isFalse();
  }

  @Test
  void theReadmeShowsTheseRegions() throws IOException {
    List<String> shown = all(Files.readString(README), "```java\n(.*?)```");
    List<String> regions = all(Files.readString(SOURCE), "// region \\d\n(.*?)// end\n");

    assertThat(shown).isNotEmpty().isEqualTo(regions);
  }

  /** What the pattern's group matches, each time, without white space: the formatter owns that. */
  private static List<String> all(String text, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1).replaceAll("\\s", ""));
    }
    return found;
  }
}
