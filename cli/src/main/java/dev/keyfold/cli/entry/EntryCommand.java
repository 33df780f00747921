package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.KeySpaces;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.key.SchemaOptions;
import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Store;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A command about the entries of a store, whose keys and values its options say how to write. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
abstract class EntryCommand extends StoreCommand {
  private static final String HEX = "--hex";
  private static final String VALUES = "--values";

  private static final List<String> VALUE_FORMS =
      Stream.concat(
              PlainValues.words().stream(),
              Stream.of(FieldNotation.SCHEMA, CellNotation.CELLS, CellNotation.PHOENIX))
          .toList();

  private final SchemaOptions schemas;

  /** Null until it is asked for. */
  private @Nullable KeyNotation notation;

  private @Nullable ValueNotation values;

  EntryCommand(String name, Console console) {
    super(name, console);
    schemas = SchemaOptions.of(this);
    flag(HEX);
    flag(JSON);
  }

  /** Declares {@code --values}. */
  final void hasValues() {
    spec()
        .addOption(
            OptionSpec.builder(VALUES)
                .paramLabel("FORM")
                .type(String.class)
                .arity("1")
                .completionCandidates(VALUE_FORMS)
                .build());
  }

  /** How keys are written. Called several times; warnings about a schema are printed once. */
  final KeyNotation keys(ParseResult args) {
    KeyNotation known = notation;
    if (known == null) {
      known = notation(args);
      notation = known;
    }
    return known;
  }

  private KeyNotation notation(ParseResult args) {
    if (!schemas.areGiven(args)) {
      return args.hasMatchedOption(HEX) ? KeyNotation.HEX : KeyNotation.TEXT;
    }
    if (args.hasMatchedOption(HEX)) {
      throw usage(HEX + " does not go with a schema: keys are then JSON arrays of values");
    }
    return new KeyNotation.Fields(schemas.schema(args));
  }

  /** How values are written. Like the notation of keys, it is made once. */
  final ValueNotation values(ParseResult args) throws IOException {
    ValueNotation known = values;
    if (known == null) {
      known = valueNotation(args);
      values = known;
    }
    return known;
  }

  private ValueNotation valueNotation(ParseResult args) throws IOException {
    String word = args.matchedOptionValue(VALUES, PlainValues.UTF8.word());
    if (word.equals(CellNotation.CELLS)) {
      return new CellNotation(null);
    }
    if (word.equals(CellNotation.PHOENIX)) {
      return new CellNotation(schemas.phoenixColumns(args, VALUES));
    }
    if (word.startsWith(FieldNotation.SCHEMA)) {
      return meaning(VALUES, word.substring(FieldNotation.SCHEMA.length()), FieldNotation::new);
    }
    PlainValues plain = PlainValues.named(word);
    if (plain == null) {
      String forms = String.join(", ", VALUE_FORMS).replace(FieldNotation.SCHEMA, "schema:FIELDS");
      throw usage(VALUES + ": found '" + word + "', expected one of " + forms);
    }
    return plain;
  }

  /** What an argument or an option means. */
  interface Meaning<T> {
    T of(String text) throws IOException;
  }

  /** The meaning of a text; a mistake in it is one on the command line. */
  final <T> T meaning(String name, String text, Meaning<T> meaning) throws IOException {
    try {
      return meaning.of(text);
    } catch (BadInputException | KeyException e) {
      throw usage(name + ": " + e.getMessage());
    }
  }

  /** Where lines go, in the notations that the options say. */
  final EntryLines lines(ParseResult args, KeyNotation keys) throws IOException {
    return new EntryLines(console.out(), keys, values(args), args.hasMatchedOption(JSON));
  }

  /** Requires the option that confirms a write below tables and structures. */
  final void confirmWrite(ParseResult args, Store store) throws IOException {
    if (KeySpaces.isUsed(store)) {
      confirm(
          args,
          "this store has tables or structures, and writing an entry directly bypasses their"
              + " indexes and checks");
    }
  }

  @Override
  public final int run(ParseResult args, Store store, Supplier<Tables> tables) throws IOException {
    return run(args, store);
  }

  @Override
  public final int run(ParseResult args, Tables tables) throws IOException {
    return run(args, tables.store());
  }

  /**
   * Does what the command is for.
   *
   * @return the exit status
   */
  abstract int run(ParseResult args, Store store) throws IOException;
}
