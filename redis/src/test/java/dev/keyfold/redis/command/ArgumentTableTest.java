package dev.keyfold.redis.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** COMMAND DOCS has the arguments of every command, and they agree with what the server checks. */
class ArgumentTableTest {
  private static final CommandTable COMMANDS = commands();

  private static CommandTable commands() {
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0))) {
      return server.commands();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Test commands, and those that take words of which nobody needs to know. */
  private static boolean isDocumented(Command command) {
    return !command.name().startsWith("test.") && !command.fullName().equals("debug");
  }

  /** The words besides the name and the subcommand. */
  private static int words(Command command) {
    return Math.abs(command.arity()) - (command.fullName().contains("|") ? 2 : 1);
  }

  private static int leastWords(Command command) {
    return ArgumentTable.of(command.fullName()).stream().mapToInt(ArgumentSpec::leastWords).sum();
  }

  @Test
  void everyCommandThatTakesArgumentsHasThem() {
    List<String> missing = new ArrayList<>();
    for (Command command : COMMANDS.all()) {
      boolean takesSome = !command.isContainer() && words(command) > 0;
      if (takesSome && isDocumented(command) && ArgumentTable.of(command.fullName()).isEmpty()) {
        missing.add(command.fullName());
      }
    }
    // For these two Redis 7.0 lists none either.
    assertThat(missing).containsExactly("command|getkeys", "command|getkeysandflags");
  }

  @Test
  void noneIsOfACommandThatIsMissing() {
    for (String name : ArgumentTable.names()) {
      assertThat(COMMANDS.find(name)).as(name).isNotNull();
    }
  }

  @Test
  void theyTakeAtLeastAsManyWordsAsTheServerDemands() {
    List<String> differing = new ArrayList<>();
    for (Command command : COMMANDS.all()) {
      List<ArgumentSpec> arguments = ArgumentTable.of(command.fullName());
      if (!arguments.isEmpty() && leastWords(command) != words(command)) {
        differing.add(command + " " + leastWords(command) + "/" + words(command));
      }
    }
    // Redis 7.0 lists each filter of CLIENT KILL as one that may be left out.
    assertThat(differing).containsExactly("client|kill 0/1");
  }

  @Test
  void keysBelongToKeySpecifications() {
    for (Command command : COMMANDS.all()) {
      for (ArgumentSpec argument : ArgumentTable.of(command.fullName())) {
        checkKeys(command, argument);
      }
    }
  }

  private static void checkKeys(Command command, ArgumentSpec argument) {
    assertThat(argument.keySpec())
        .as("%s %s", command, argument.name())
        .isLessThan(command.keySpecs().size());
    if (argument.type().equals("key")) {
      assertThat(argument.keySpec()).as("%s %s", command, argument.name()).isNotNegative();
    }
    argument.parts().forEach(part -> checkKeys(command, part));
  }

  @Test
  void readsTheNotation() {
    List<ArgumentSpec> all =
        ArgumentTable.parse(
            "key:key#0 [a^6.2.0(x:pure-token@X | b@W+...{ip:port:string n:integer})]");
    assertThat(all).hasSize(2);
    ArgumentSpec choice = all.get(1);
    assertThat(choice.occurrence().optional()).isTrue();
    assertThat(choice.type()).isEqualTo("oneof");
    assertThat(choice.since()).isEqualTo("6.2.0");
    assertThat(choice.parts()).hasSize(2);
    ArgumentSpec block = choice.parts().get(1);
    assertThat(block.token()).isEqualTo("W");
    assertThat(block.occurrence().multiple()).isTrue();
    assertThat(block.occurrence().repeatsToken()).isTrue();
    assertThat(block.parts().get(0).name()).isEqualTo("ip:port");
    assertThat(block.leastWords()).isEqualTo(3);
  }

  @Test
  void mistakesAreNamed() {
    assertThatThrownBy(() -> ArgumentTable.parse("[key:key"))
        .hasMessage("arguments.txt: expected ']' at character 8 of: [key:key");
    assertThatThrownBy(() -> ArgumentTable.parse("key")).hasMessageContaining("expected a type");
    assertThatThrownBy(() -> ArgumentTable.parse("key:key )")).hasMessageContaining("an argument");
  }
}
