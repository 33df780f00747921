package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A slip of the finger in any name of the program: it is named, and what was meant as well. */
class TypoTest {
  static List<CommandSpec> commands() {
    return HelpTest.commands();
  }

  /** One letter dropped, doubled, or exchanged with the next one, at every place. */
  private static Set<String> slips(String name) {
    Set<String> slips = new LinkedHashSet<>();
    for (int i = 0; i < name.length(); i++) {
      String before = name.substring(0, i);
      String from = name.substring(i);
      slips.add(before + from.substring(1));
      slips.add(before + from.charAt(0) + from);
      if (from.length() > 1) {
        slips.add(before + from.charAt(1) + from.charAt(0) + from.substring(2));
      }
    }
    slips.remove(name);
    return slips;
  }

  private static List<String> path(CommandSpec command) {
    List<String> path = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
    path.remove(0);
    return path;
  }

  private static void expect(List<String> args, String typo, String meant) {
    Cli run = Cli.run("", args.toArray(new String[0]));
    assertThat(run.status()).as(String.join(" ", args)).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .as(String.join(" ", args))
        .startsWith("keyfold: found '" + typo)
        .containsPattern("Did you mean ([a-z -]+ or )*" + meant + "( or |\\?)")
        .doesNotContain("missing", "behind it");
  }

  /**
   * With and without what the command needs. The first slip of each option stands at every place
   * that an option can have, the others take turns: all of them at all places would take a minute.
   */
  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionIsRecognised(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      String name = option.longestName();
      int turn = 0;
      for (String slip : slips(name)) {
        // Without its dashes it is no option, and another option's name is no mistake.
        if (slip.length() > 2 && !command.optionsMap().containsKey(slip)) {
          List<List<String>> places = places(command, slip, name, option.arity().min() > 0);
          if (turn == 0) {
            places.forEach(args -> expect(args, slip, name));
          } else {
            expect(places.get(turn % places.size()), slip, name);
          }
          turn++;
        }
      }
    }
  }

  private static List<List<String>> places(
      CommandSpec command, String slip, String name, boolean valued) {
    List<String> path = path(command);
    List<List<String>> places = new ArrayList<>();
    for (int at = 0; at <= path.size(); at++) {
      if (at < path.size() && name.equals("--version")) {
        continue;
      }
      for (List<String> given :
          valued ? List.of(List.of(slip, "x"), List.of(slip + "=x")) : List.of(List.of(slip))) {
        List<String> args = new ArrayList<>(path);
        args.addAll(at, given);
        places.add(args);
      }
    }
    List<String> behind = new ArrayList<>(path);
    behind.addAll(List.of("--color", "never", slip));
    places.add(behind);
    return places;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandIsRecognised(CommandSpec command) {
    if (command.parent() == null) {
      return;
    }
    for (String slip : slips(command.name())) {
      if (command.parent().subcommands().containsKey(slip)) {
        continue;
      }
      List<String> args = path(command);
      args.set(args.size() - 1, slip);
      expect(args, slip, command.name());
      args.addAll(List.of("--store", "memory:", "t"));
      expect(args, slip, command.name());
      List<String> help = path(command);
      help.set(help.size() - 1, slip);
      help.add(0, "help");
      expect(help, slip, command.name());
    }
  }

  /** Spelled right, but not where it belongs. */
  @ParameterizedTest
  @MethodSource("commands")
  void anOptionBeforeItsCommandIsSentBehindIt(CommandSpec command) {
    if (command.parent() == null || !command.subcommands().isEmpty()) {
      return;
    }
    for (OptionSpec option : command.options()) {
      String name = option.longestName();
      if (command.parent().optionsMap().containsKey(name)) {
        continue;
      }
      List<String> args = path(command);
      args.addAll(0, option.arity().min() > 0 ? List.of(name, "x") : List.of(name));
      Cli run = Cli.run("", args.toArray(new String[0]));
      assertThat(run.status()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err())
          .isEqualTo(
              "keyfold: found '%s' before the command, expected it after '%s'\n"
                      .formatted(name, command.qualifiedName())
                  + "keyfold: Try '%s --help'.\n".formatted(command.qualifiedName()));
    }
  }

  @Test
  void anOptionWithoutACommandNeedsOne() {
    assertThat(Cli.run("", "--store", "memory:").err())
        .startsWith("keyfold: found '--store' before the command, expected it after a command\n");
    assertThat(Cli.run("", "--stoer", "memory:").err()).contains("Did you mean --store?");
  }

  @Test
  void aPartOfTheNameIsEnough() {
    for (String word : List.of("--port", "--prot")) {
      assertThat(Cli.run("", "serve", "--store", "memory:", word, "1").err())
          .contains("found '" + word + "', expected an option of keyfold serve\n")
          .contains(
              "Did you mean --redis-port, --http-port or --pg-port? Try 'keyfold serve --help'.");
    }
    assertThat(Cli.run("", "serve", "--pport", "1").err()).contains("--pg-port?");
    assertThat(Cli.run("", "serve", "--password", "x").err()).contains("mean --password-file?");
  }

  /** Wherever a command may be, {@code help} asks for the help of those around it. */
  @Test
  void helpIsUnderstoodEverywhere() {
    String program = Cli.run("", "--help").out();
    Cli.run("", "help", "help").gives(program);
    Cli.run("", "help").gives(program);
    String table = Cli.run("", "table", "--help").out();
    Cli.run("", "table", "help").gives(table);
    Cli.run("", "help", "table").gives(table);
    Cli.run("", "help", "table", "help").gives(table);
    String create = Cli.run("", "table", "create", "--help").out();
    Cli.run("", "table", "help", "create").gives(create);
    Cli.run("", "help", "table", "create").gives(create);
    assertThat(Cli.run("", "hlep").err()).contains("Did you mean help?");
    assertThat(Cli.run("", "table", "hepl").err()).contains("Did you mean help?");
    // There it is the name of a table.
    assertThat(Cli.run("", "query", "--store", "memory:", "help", "a = 1").status())
        .isEqualTo(ExitCode.STORE);
  }
}
