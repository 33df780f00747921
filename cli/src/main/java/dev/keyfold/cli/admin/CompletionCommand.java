package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code keyfold completion}. */
public final class CompletionCommand extends Command {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  private final CommandTree program;

  public CompletionCommand(CommandTree program, Console console) {
    super("completion", console);
    this.program = program;
    optionalArgument(0, "SHELL");
    flag(JSON);
  }

  /** The same script for both shells: it detects which one runs it. */
  @Override
  public int run(ParseResult args) throws IOException {
    String shell = args.matchedPositionalValue(0, "");
    if (args.hasMatchedOption(JSON) && shell.isEmpty()) {
      describe(new CommandLine(program.root(console).spec()), new JsonWriter(console.out()));
      return console.status();
    }
    if (args.hasMatchedOption(JSON) || !SHELLS.contains(shell)) {
      throw usage(
          "found '"
              + shell
              + "', expected "
              + (args.hasMatchedOption(JSON)
                  ? "no shell with " + JSON
                  : "one of " + String.join(", ", SHELLS)));
    }
    CommandLine all = new CommandLine(program.root(console).spec());
    console.out().text(AutoComplete.bash("keyfold", all));
    return console.status();
  }

  /** What other tools need to complete: a line a command, with its options and arguments. */
  private static void describe(CommandLine command, JsonWriter json) throws IOException {
    CommandSpec spec = command.getCommandSpec();
    List<Object> options = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", option.longestName());
      one.put("value", option.arity().max() == 0 ? null : option.paramLabel());
      one.put("required", option.required());
      options.add(one);
    }
    List<Object> arguments = new ArrayList<>();
    spec.positionalParameters().forEach(argument -> arguments.add(argument.paramLabel()));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("command", spec.qualifiedName());
    map.put("options", options);
    map.put("arguments", arguments);
    map.put("commands", new ArrayList<Object>(spec.subcommands().keySet()));
    json.line(map);
    for (CommandLine below : command.getSubcommands().values()) {
      describe(below, json);
    }
  }
}
