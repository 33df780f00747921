package dev.keyfold.cli.command;

import picocli.CommandLine.ParseResult;

/** A command that does nothing without one of the commands below it. */
public final class GroupCommand extends Command {
  public GroupCommand(String name, Console console, Command... members) {
    super(name, console);
    for (Command member : members) {
      add(member);
    }
  }

  @Override
  public int run(ParseResult args) {
    throw usage(
        "found no command, expected one of " + String.join(", ", spec().subcommands().keySet()));
  }
}
