package dev.keyfold.cli.serve;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.redis.BadConfigException;
import dev.keyfold.server.KeyfoldServer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jline.utils.Signals;
import picocli.CommandLine.ParameterException;

/**
 * SIGHUP: reads the users of the ACL file again, and the parameters of the configuration file that
 * have changed. What is wrong changes nothing and is reported.
 */
final class Reload {
  private final Console console;
  private final KeyfoldServer server;
  private final Supplier<ServeSettings> again;
  private Map<String, String> known;

  private Reload(
      Console console,
      KeyfoldServer server,
      Map<String, String> known,
      Supplier<ServeSettings> again) {
    this.console = console;
    this.server = server;
    this.known = known;
    this.again = again;
  }

  /** From now on; without this the signal ends the program. */
  static void onSignal(
      Console console,
      KeyfoldServer server,
      ServeSettings settings,
      Supplier<ServeSettings> again) {
    Reload reload = new Reload(console, server, settings.parameters(), again);
    Signals.register("HUP", reload::now);
  }

  private synchronized void now() {
    try {
      Map<String, String> read = again.get().parameters();
      Map<String, String> changed = new LinkedHashMap<>(read);
      changed.entrySet().removeAll(known.entrySet());
      server.reload(changed);
      known = read;
      console.notice(
          "reloaded"
              + (changed.isEmpty() ? "" : "; changed: " + String.join(", ", changed.keySet())));
    } catch (IOException | BadConfigException | ParameterException | FileException e) {
      console.notice("not reloaded: " + e.getMessage());
    }
  }
}
