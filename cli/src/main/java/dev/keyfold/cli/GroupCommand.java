package dev.keyfold.cli;

import picocli.CommandLine.ParseResult;

/** A command that does nothing without one of the commands below it. */
final class GroupCommand extends Command {
  GroupCommand(String name, Console console, Command... members) {
    super(name, console);
    for (Command member : members) {
      add(member);
    }
  }

  @Override
  int run(ParseResult args) {
    throw usage("a command is missing, one of " + String.join(", ", spec().subcommands().keySet()));
  }
}
