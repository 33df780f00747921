package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Command;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.phoenix.PhoenixColumns;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options of a command that describe the schema of keys. */
public final class SchemaOptions {
  /** The names of the options that describe one schema. */
  record Names(String schema, String format, String shards, String shardBy) {}

  private static final Names OPTIONS = new Names("--schema", "--format", "--shards", "--shard-by");
  private static final String DDL = DdlKeyOptions.DDL;

  private final Command command;
  private final DdlKeyOptions ddl;

  private SchemaOptions(Command command) {
    this.command = command;
    this.ddl = new DdlKeyOptions(command, false);
  }

  /** Declares the options of a command; none of them is required. */
  public static SchemaOptions of(Command command) {
    SchemaOptions options = new SchemaOptions(command);
    options.declare(OPTIONS);
    return options;
  }

  void declare(Names names) {
    command.option(names.schema, "S", false);
    command.option(names.format, "F", false);
    command.option(names.shards, "N", false);
    command.option(names.shardBy, "K", false);
  }

  /** Whether a schema is described; refuses options that need one. */
  public boolean areGiven(ParseResult args) {
    if (ddl.areGiven(args) || args.hasMatchedOption(OPTIONS.schema)) {
      return true;
    }
    for (String name : List.of(OPTIONS.format, OPTIONS.shards, OPTIONS.shardBy)) {
      if (args.hasMatchedOption(name)) {
        throw command.usage(name + " needs " + OPTIONS.schema + " with the fields of the key");
      }
    }
    return false;
  }

  /** The schema that the options describe. */
  public KeySchema schema(ParseResult args) {
    if (ddl.areGiven(args)) {
      return ddlSchema(args);
    }
    if (!args.hasMatchedOption(OPTIONS.schema)) {
      throw command.usage(
          "--schema S is missing; give it, or --ddl FILE with the DDL of a Phoenix table");
    }
    return schema(args, OPTIONS, "");
  }

  private KeySchema ddlSchema(ParseResult args) {
    for (String other : List.of(OPTIONS.schema, OPTIONS.shards, OPTIONS.shardBy)) {
      if (args.hasMatchedOption(other)) {
        throw command.usage(
            DDL + " does not go with " + other + ": the DDL has the columns and the salt");
      }
    }
    String phoenix = KeyFormats.PHOENIX.name();
    String format = args.matchedOptionValue(OPTIONS.format, phoenix);
    if (!format.equals(phoenix)) {
      throw command.usage(
          OPTIONS.format + ": found '" + format + "', expected " + phoenix + " for " + DDL);
    }
    return ddl.schema(args);
  }

  /** The text of the DDL that an option needs. */
  public String ddlText(ParseResult args, String option) {
    phoenixColumns(args, option);
    return ddl.text(args);
  }

  /** The columns of the DDL that are not in the key; says so if their numbers are assumed. */
  public PhoenixColumns phoenixColumns(ParseResult args, String option) {
    if (!args.hasMatchedOption(DDL)) {
      throw command.usage(
          option + ": found phoenix, expected " + DDL + " FILE with the columns of the table, too");
    }
    String file = args.matchedOptionValue(DDL, "");
    PhoenixDdl parsed = ddl.ddl(args);
    try {
      PhoenixColumns columns = parsed.columns();
      if (columns.areNumberedByOrder()) {
        command.console.complain(
            file
                + " has no ENCODED_QUALIFIER for some columns of "
                + parsed.name()
                + ": they are numbered in their order, which is wrong if columns were added or"
                + " dropped; keyfold ddl prints the DDL with all numbers");
      }
      return columns;
    } catch (KeySchemaException e) {
      throw usage(DDL + " " + file, e);
    }
  }

  /** The schema that options of these names describe; {@code text} if its own is not given. */
  KeySchema schema(ParseResult args, Names names, String text) {
    String shards = args.matchedOptionValue(names.shards, null);
    String shardBy = args.matchedOptionValue(names.shardBy, null);
    if (shardBy != null && shards == null) {
      throw command.usage(names.shardBy + " needs " + names.shards + " with the number of shards");
    }
    KeyFormat format = format(args, names.format);
    KeySchema schema;
    try {
      schema = KeySchema.parse(args.matchedOptionValue(names.schema, text), format);
    } catch (KeySchemaException e) {
      throw usage(names.schema, e);
    }
    if (shards == null) {
      return schema;
    }
    int count = (int) command.number(names.shards, shards, Limits.SHARDS);
    try {
      return shardBy == null
          ? schema.withShards(count)
          : schema.withShards(
              count, command.leadingFields(fieldNames(schema), names.shardBy, shardBy.strip()));
    } catch (KeySchemaException e) {
      throw usage(names.shards, e);
    }
  }

  private static List<String> fieldNames(KeySchema schema) {
    return schema.fields().stream().map(KeyField::name).toList();
  }

  private KeyFormat format(ParseResult args, String option) {
    try {
      return KeyFormats.named(args.matchedOptionValue(option, KeyFormats.NATIVE.name()));
    } catch (KeySchemaException e) {
      throw usage(option, e);
    }
  }

  /** A mistake in the text of an option. */
  private ParameterException usage(String option, KeyException error) {
    return command.usage(option + ": " + error.getMessage());
  }
}
