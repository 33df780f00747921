package dev.keyfold.cli.serve;

import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Served;
import dev.keyfold.cli.command.Servers;
import dev.keyfold.db.Keyfold;
import dev.keyfold.pg.command.CommandCall;
import dev.keyfold.pg.command.CommandRunner;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of clients in the process of a server: the same code as in a process of its
 * own, on the open database, so that output and exit status are the same. Thread-safe.
 */
final class ServedCommands implements CommandRunner {
  private final CommandTree program;
  private final Keyfold db;
  private final @Nullable Path directory;

  /**
   * @param directory of the store; null if it has none
   */
  ServedCommands(CommandTree program, Keyfold db, @Nullable Path directory) {
    this.program = program;
    this.db = db;
    this.directory = directory;
  }

  @Override
  public int run(CommandCall call) {
    Map<String, String> environment = call.environment();
    Console console =
        new Console(
            call.in(),
            call.out(),
            call.err(),
            environment,
            isSet(environment, Servers.TERMINAL),
            isSet(environment, Servers.MESSAGE_TERMINAL));
    console.answers(isSet(environment, Servers.ANSWERS));
    console.served(new Served(db, directory, call));
    return program.run(call.arguments().toArray(new String[0]), console);
  }

  private static boolean isSet(Map<String, String> environment, String name) {
    return environment.getOrDefault(name, "").equals("true");
  }
}
