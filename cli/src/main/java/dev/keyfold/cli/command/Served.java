package dev.keyfold.cli.command;

import dev.keyfold.db.Keyfold;
import dev.keyfold.pg.command.CommandCall;
import dev.keyfold.sql.session.Access;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * A command that runs in a server for a client.
 *
 * @param db the open database of the server
 * @param directory of its store; null if it has none
 * @param call the client
 */
public record Served(Keyfold db, @Nullable Path directory, CommandCall call) {
  private static final String[] OTHER_STORES = {"--from-store", "--to-store", "--over"};

  /** Refuses a command that would open stores or files of the server's machine. */
  public static void check(Command command, ParseResult args) {
    boolean own = command instanceof StoreCommand || command.isPure();
    if (!own || (!(command instanceof StoreCommand) && args.hasMatchedOption("--store"))) {
      throw new RefusedException(
          command.spec().qualifiedName() + " cannot run in a server; run it outside of the shell");
    }
    for (String option : OTHER_STORES) {
      if (args.hasMatchedOption(option)) {
        throw new RefusedException(
            option
                + " names a second store, which a running server does not open; stop the server"
                + " and run the command on its directory");
      }
    }
  }

  /** What the client may do with tables. */
  public Access access() {
    return call.isAdministrator() ? Access.ALL : call.access();
  }

  /** Checks that the client has the right. */
  void check(Need need) {
    need.check(call);
  }
}
