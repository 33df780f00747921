package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of profiles in the documentation is what the profiles set. */
class ProfileDocumentTest {
  @Test
  void documentationSaysWhatEachProfileSets() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("..", "docs", "STORES.md"));
    for (int i = 0; i < RocksProfile.BALANCED.settings().size(); i++) {
      int line = i;
      String name = RocksProfile.BALANCED.settings().get(i).name();
      String values =
          List.of(RocksProfile.WRITE_HEAVY, RocksProfile.READ_HEAVY, RocksProfile.BALANCED).stream()
              .map(profile -> profile.settings().get(line).value())
              .collect(Collectors.joining(" | "));
      assertThat(lines)
          .as(name)
          .anySatisfy(text -> assertThat(text).startsWith("| `" + name + "` | " + values + " |"));
    }
  }
}
