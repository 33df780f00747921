package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help texts are written by hand; this holds them against the program. */
class HelpTest {
  static List<CommandSpec> commands() {
    List<CommandSpec> commands = new ArrayList<>();
    Console console =
        new Console(InputStream.nullInputStream(), System.out, System.err, Map.of(), false);
    collect(new CommandLine(Main.root(console).spec()), commands);
    assertThat(commands).hasSizeGreaterThan(6);
    return commands;
  }

  private static void collect(CommandLine command, List<CommandSpec> commands) {
    commands.add(command.getCommandSpec());
    command.getSubcommands().values().forEach(below -> collect(below, commands));
  }

  private static String help(CommandSpec command, String option) {
    List<String> args = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
    args.remove(0);
    args.add(option);
    Cli run = Cli.run("", args.toArray(new String[0]));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    return run.out();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void namesEveryOptionAndNoOther(CommandSpec command) {
    String help = help(command, "--help");
    List<String> options = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      options.add(option.longestName());
    }
    List<String> named =
        help.substring(help.indexOf("\nOptions:"), help.indexOf("\nExamples:"))
            .lines()
            .filter(line -> line.matches("  -.*"))
            .map(line -> line.replaceAll("^  (-\\w, )?(--[a-z-]+).*", "$2"))
            .toList();
    assertThat(named).containsExactlyInAnyOrderElementsOf(options);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void hasTheSectionsOfAManualPage(CommandSpec command) {
    String help = help(command, "-h");
    assertThat(help)
        .startsWith(command.qualifiedName() + " - ")
        .containsSubsequence(
            "\nUsage:\n  " + command.qualifiedName(),
            "\nDescription:\n",
            "\nOptions:\n",
            "\nExamples:\n",
            "    $ ",
            "\nExit status:\n  0  done\n",
            "\nEnvironment:\n  NO_COLOR ");
    if (help.contains("rocksdb:")) {
      assertThat(help).contains("\nFiles:\n");
    }
    assertThat(help.lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80).doesNotEndWith(" "));
    for (CommandSpec below :
        command.subcommands().values().stream().map(CommandLine::getCommandSpec).toList()) {
      assertThat(help).contains(below.name());
    }
  }

  @Test
  void helpWinsOverWhatIsMissing() {
    assertThat(Cli.run("", "--help", "key", "encode").out()).startsWith("keyfold - ");
    assertThat(Cli.run("", "key", "encode", "--shards", "7", "--help").out())
        .startsWith("keyfold key encode - ");
  }

  @Test
  void isColouredInTerminals() {
    Cli run = Cli.run(InputStream.nullInputStream(), Map.of(), true, "key", "encode", "--help");
    assertThat(run.out())
        .contains("\u001b[1mOptions:\u001b[0m\n")
        .contains("\u001b[36m    $ echo ");
    assertThat(run.out().replaceAll("\u001b\\[[0-9;]*m", ""))
        .isEqualTo(Cli.run("", "key", "encode", "--help").out());
  }
}
