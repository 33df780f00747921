package dev.keyfold.cli.command;

import dev.keyfold.pg.command.CommandCall;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.session.Access;

/**
 * The right that a command needs when it runs in a server.
 *
 * @param name of the table; {@code *} for all of them
 */
public record Need(Level level, String name) {
  private static final String ALL = "*";

  /** Everything: for commands about the whole store. */
  public static final Need ADMINISTRATOR = new Need(Level.ADMINISTRATOR, ALL);

  /** To read all structures. */
  public static final Need STRUCTURES = new Need(Level.STRUCTURES, ALL);

  /** Nothing in advance: each statement is checked when it runs. */
  public static final Need STATEMENTS = new Need(Level.STATEMENTS, ALL);

  /** What the right is about. */
  public enum Level {
    READ,
    WRITE,
    DEFINE,
    STRUCTURES,
    STATEMENTS,
    ADMINISTRATOR
  }

  /** To read a table; an empty name is all tables. */
  public static Need read(String table) {
    return new Need(Level.READ, table.isEmpty() ? ALL : table);
  }

  /** To write rows of a table. */
  public static Need write(String table) {
    return new Need(Level.WRITE, table);
  }

  /** To create, alter or drop a table. */
  public static Need define(String table) {
    return new Need(Level.DEFINE, table);
  }

  /** Refuses the call of a user without the right. */
  void check(CommandCall call) {
    if (call.isAdministrator()) {
      return;
    }
    try {
      switch (level) {
        case READ -> call.access().check(name, Access.Right.READ);
        case WRITE -> call.access().check(name, Access.Right.WRITE);
        case DEFINE -> call.access().check(name, Access.Right.DEFINE);
        case STRUCTURES -> call.access().checkStructures();
        case STATEMENTS -> {}
        case ADMINISTRATOR ->
            throw new RefusedException(
                "permission denied: the user "
                    + call.user()
                    + " is no administrator, which this command needs; grant it with ACL SETUSER "
                    + call.user()
                    + " ~* +@all");
      }
    } catch (SqlStateException e) {
      throw new RefusedException(e.getMessage() + (e.hint() == null ? "" : ". " + e.hint()));
    }
  }
}
