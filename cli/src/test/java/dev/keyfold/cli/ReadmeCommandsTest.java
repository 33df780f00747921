package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the README, run in order on the files that come with the sources, print what it
 * shows. Those that need redis-cli are run by {@code tools/readme-redis}.
 */
class ReadmeCommandsTest {
  @TempDir private Path directory;

  @Test
  void everyCommandGivesWhatIsShown() throws IOException, InterruptedException {
    Path examples = Files.createDirectory(directory.resolve("examples"));
    Files.copy(Path.of("..", "examples", "orders.jsonl"), examples.resolve("orders.jsonl"));
    PageCommands readme = new PageCommands(Path.of("..", "README.md"));
    // ./keyfold is the launcher in the sources; here it starts the classes under test.
    String launcher =
        """
        { echo '#!/bin/bash'; declare -f keyfold; echo 'keyfold "$@"'; } > keyfold
        chmod +x keyfold
        """;
    readme.assertOutputIsAsShown(directory, launcher);
    assertThat(readme.size()).isGreaterThan(5);
  }
}
