package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;

/** What a library prints by itself is not heard, whatever way it takes; everything else is. */
class ClientNoiseTest {
  /** Represents a class of the library. */
  private static final class Loud {
    static void trace(PrintStream err) {
      new IllegalStateException("an attempt that is repeated").printStackTrace(err);
    }

    static void print(PrintStream err) {
      err.println("a line");
      err.write('c');
    }

    static void log(PrintStream err) {
      StreamHandler handler = new StreamHandler(err, new SimpleFormatter());
      handler.publish(new LogRecord(Level.WARNING, "a warning"));
      handler.flush();
    }

    static RuntimeException failure() {
      return new IllegalStateException("thrown here");
    }
  }

  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
  private final PrintStream err =
      new PrintStream(new ClientNoise(heard, Loud.class.getName()), true, StandardCharsets.UTF_8);

  @Test
  void theLibraryIsNotHeard() {
    Loud.trace(err);
    Loud.print(err);
    Loud.log(err);
    assertThat(heard.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(ClientNoise.isOf(Loud.failure(), Loud.class.getName())).isTrue();
  }

  @Test
  void everybodyElseIs() {
    err.print("ours");
    new IllegalStateException("ours, too").printStackTrace(err);
    assertThat(heard.toString(StandardCharsets.UTF_8))
        .startsWith("ours")
        .contains("IllegalStateException: ours, too", "\tat " + getClass().getName());
    assertThat(ClientNoise.isOf(new IllegalStateException("ours"), Loud.class.getName())).isFalse();
  }
}
