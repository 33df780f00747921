package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Served;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A command about the structures of one database of a store. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
abstract class StructureCommand extends StoreCommand {
  static final String NAME = "NAME";
  private static final String HEX = "--hex";
  private static final String DATABASE = "--database";
  private static final String LIMIT = "--limit";
  private static final String TYPE = "--type";
  private static final StructuresOptions OPTIONS =
      StructuresOptions.defaults().withBackground(false);

  StructureCommand(String name, Console console) {
    super(name, console);
    option(DATABASE, "N", false);
    flag(JSON);
  }

  /** Declares {@code --hex}. */
  final void hasNotation() {
    flag(HEX);
  }

  /** Declares {@code --limit}. */
  final void isLimited() {
    option(LIMIT, "N", false);
  }

  /** Declares {@code --type}. */
  final void isOfType() {
    spec()
        .addOption(
            OptionSpec.builder(TYPE)
                .paramLabel("TYPE")
                .type(String.class)
                .arity("1")
                .completionCandidates(TypeWord.all())
                .build());
  }

  final long limit(ParseResult args) {
    String text = args.matchedOptionValue(LIMIT, null);
    return text == null ? Long.MAX_VALUE : number(LIMIT, text, Long.MAX_VALUE);
  }

  /** The type that {@code --type} names; null if it is absent. */
  final @Nullable StructureType chosenType(ParseResult args) {
    String word = args.matchedOptionValue(TYPE, null);
    return word == null ? null : type(TYPE, word);
  }

  final StructureType type(String where, String word) {
    StructureType type = TypeWord.type(word);
    if (type == null) {
      throw usage(where + ": found '" + word + "', expected " + TypeWord.expected());
    }
    return type;
  }

  final int database(ParseResult args) {
    String text = args.matchedOptionValue(DATABASE, "0");
    return text.equals("0") ? 0 : (int) number(DATABASE, text, OPTIONS.databases() - 1L, " or 0");
  }

  static int databases() {
    return OPTIONS.databases();
  }

  final Notation notation(ParseResult args) {
    return args.hasMatchedOption(HEX) ? Notation.HEX : Notation.TEXT;
  }

  /** The bytes that an argument means; a mistake in it is one on the command line. */
  final byte[] bytes(ParseResult args, String where, String text) {
    try {
      return notation(args).read(text);
    } catch (BadInputException | KeyException e) {
      throw usage(where + ": " + e.getMessage());
    }
  }

  /** The arguments from that place on. */
  static List<String> rest(ParseResult args, int from) {
    List<String> all = args.matchedPositionalValue(0, List.of());
    return all.subList(Math.min(from, all.size()), all.size());
  }

  final Instant instant(String option, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw usage(option + ": found '" + text + "', expected a time such as 2026-01-31T08:00:00Z");
    }
  }

  @Override
  public final int run(ParseResult args, Store store, Supplier<Tables> tables) throws IOException {
    Served served = console.served();
    if (served != null) {
      return run(args, served.db().structures()); // a store has one owner of its structures
    }
    // Nobody else has the structures of this store open; nothing is left to a background thread.
    try (Structures structures =
        Structures.over(store, OPTIONS.withDurability(store.durability()))) {
      return run(args, structures);
    }
  }

  @Override
  public final int run(ParseResult args, Tables tables) throws IOException {
    return run(args, tables.store(), () -> tables);
  }

  /** Frees the space of deleted structures: no background thread will. */
  static void reclaim(Structures structures) {
    boolean more = true;
    while (more) {
      more = structures.reclaim();
    }
  }

  /**
   * Does what the command is for.
   *
   * @return the exit status
   */
  abstract int run(ParseResult args, Structures structures) throws IOException;
}
