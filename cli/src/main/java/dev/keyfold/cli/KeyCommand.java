package dev.keyfold.cli;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.Limits;
import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** A command about the keys of one schema, which its options describe. */
abstract class KeyCommand extends Command {
  private static final String SCHEMA = "--schema";
  private static final String FORMAT = "--format";
  private static final String SHARDS = "--shards";
  private static final String SHARD_BY = "--shard-by";

  KeyCommand(String name, Console console) {
    super(name, console);
    option(SCHEMA, "S", true);
    option(FORMAT, "F", false);
    option(SHARDS, "N", false);
    option(SHARD_BY, "K", false);
  }

  /** The schema that the options describe. */
  final KeySchema schema(ParseResult args) {
    String shards = args.matchedOptionValue(SHARDS, null);
    String shardBy = args.matchedOptionValue(SHARD_BY, null);
    if (shardBy != null && shards == null) {
      throw usage("--shard-by needs --shards: out of how many?");
    }
    KeySchema schema = parse(args.matchedOptionValue(SCHEMA, ""), format(args));
    if (shards == null) {
      return schema;
    }
    int count = number(SHARDS, shards, Limits.SHARDS);
    try {
      return shardBy == null
          ? schema.withShards(count)
          : schema.withShards(count, leadingFields(schema, shardBy.strip()));
    } catch (KeySchemaException e) {
      throw usage(SHARDS, e);
    }
  }

  private KeySchema parse(String text, KeyFormat format) {
    try {
      return KeySchema.parse(text, format);
    } catch (KeySchemaException e) {
      throw usage(SCHEMA, e);
    }
  }

  private KeyFormat format(ParseResult args) {
    try {
      return KeyFormats.named(args.matchedOptionValue(FORMAT, KeyFormats.NATIVE.name()));
    } catch (KeySchemaException e) {
      throw usage(FORMAT, e);
    }
  }

  private int number(String option, String text, int largest) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1 && value <= largest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // as wrong as a number out of range
    }
    throw usage(option + ": found '" + text + "', expected a number from 1 to " + largest);
  }

  private int leadingFields(KeySchema schema, String text) {
    if (!text.isEmpty() && "-0123456789".indexOf(text.charAt(0)) >= 0) {
      return number(SHARD_BY, text, schema.size());
    }
    List<String> names = List.of(text.split("\\s*,\\s*", -1));
    List<String> leading =
        schema.fields().stream().limit(names.size()).map(KeyField::name).toList();
    if (!names.equals(leading)) {
      throw usage(
          SHARD_BY
              + ": found '"
              + text
              + "', expected how many of the leading fields, or their names in key order: "
              + String.join(",", leading));
    }
    return names.size();
  }

  /** A mistake in the text of an option. */
  final ParameterException usage(String option, KeyException error) {
    return usage(option + ": " + error.getMessage());
  }
}
