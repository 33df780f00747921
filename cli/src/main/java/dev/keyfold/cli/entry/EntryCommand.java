package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.key.SchemaOptions;
import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Store;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.schema.KeySpace;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A command about the entries of a store, whose keys and values its options say how to write. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
abstract class EntryCommand extends StoreCommand {
  private static final String HEX = "--hex";
  private static final String VALUES = "--values";

  /** What tables and structures write before anything else: the versions of their formats. */
  private static final byte[] TABLES = {KeySpace.FORMAT};

  private static final byte[] STRUCTURES = {(byte) 0xD7, 0};

  private final SchemaOptions schemas;

  /** Null until it is asked for. */
  private @Nullable KeyNotation notation;

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
                .completionCandidates(ValueNotation.words())
                .build());
  }

  /** How keys are written. Asked for several times; what is to be said of a schema is said once. */
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

  final ValueNotation values(ParseResult args) {
    String word = args.matchedOptionValue(VALUES, ValueNotation.UTF8.word());
    ValueNotation values = ValueNotation.named(word);
    if (values == null) {
      throw usage(
          VALUES
              + ": found '"
              + word
              + "', expected one of "
              + String.join(", ", ValueNotation.words()));
    }
    return values;
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

  /** Makes sure that somebody who goes behind the back of tables and structures means it. */
  final void confirmWrite(ParseResult args, Store store) throws IOException {
    if (has(store, TABLES, Integer.BYTES) || has(store, STRUCTURES, Long.BYTES)) {
      confirm(
          args,
          "this store has tables or structures, and writing an entry directly bypasses their"
              + " indexes and checks");
    }
  }

  private static boolean has(Store store, byte[] version, int bytes) {
    byte[] value = store.get(version);
    return value != null && value.length == bytes;
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
