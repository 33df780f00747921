package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeySchema;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** A command about the keys of one schema, which its options describe. */
abstract class KeyCommand extends Command {
  private final SchemaOptions options;

  KeyCommand(String name, Console console) {
    super(name, console);
    options = SchemaOptions.of(this);
  }

  @Override
  public final boolean isPure() {
    return true;
  }

  /** Declares the options of a second schema. */
  final void declare(SchemaOptions.Names names) {
    options.declare(names);
  }

  /** The schema that the options describe. */
  final KeySchema schema(ParseResult args) {
    return options.schema(args);
  }

  /** The schema that options of these names describe; {@code text} if its own is not given. */
  final KeySchema schema(ParseResult args, SchemaOptions.Names names, String text) {
    return options.schema(args, names, text);
  }

  /** A mistake in the text of an option. */
  final ParameterException usage(String option, KeyException error) {
    return usage(option + ": " + error.getMessage());
  }
}
