package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/GUIDE.md, run in order, print what the page shows. */
class GuideCommandsTest {
  @TempDir private Path directory;

  @Test
  void everyCommandGivesWhatIsShown() throws IOException, InterruptedException {
    PageCommands guide = new PageCommands(Path.of("..", "docs", "GUIDE.md"));
    guide.assertOutputIsAsShown(directory, "");
    assertThat(guide.size()).isGreaterThan(15);
  }
}
