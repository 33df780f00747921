package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.codec.phoenix.PhoenixIndex;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** The options that read a key from the DDL of Phoenix. */
final class DdlKeyOptions {
  static final String DDL = "--ddl";
  private static final String ID_TYPE = "--index-id-type";
  private static final String REGION = "--region";
  private static final byte[] NO_END = {};

  private final Command command;

  /** Declares the options of a command. */
  DdlKeyOptions(Command command, boolean required) {
    this.command = command;
    command.option(DDL, "FILE", required);
    command.option(ID_TYPE, "T", false);
    command.option(REGION, "HEX", false);
  }

  boolean areGiven(ParseResult args) {
    if (args.hasMatchedOption(DDL)) {
      return true;
    }
    for (String name : new String[] {ID_TYPE, REGION}) {
      if (args.hasMatchedOption(name)) {
        throw command.usage(name + " needs " + DDL + " with the CREATE INDEX");
      }
    }
    return false;
  }

  /** The text of the file. */
  String text(ParseResult args) {
    String file = args.matchedOptionValue(DDL, "");
    try {
      return command.console.files().text(file);
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
  }

  /** What the file says; notes are printed. */
  PhoenixDdl ddl(ParseResult args) {
    String file = args.matchedOptionValue(DDL, "");
    try {
      PhoenixDdl ddl = PhoenixDdl.parse(text(args), idType(args));
      ddl.notes().forEach(command.console::complain);
      return ddl;
    } catch (KeySchemaException e) {
      throw command.usage(DDL + " " + file + ": " + e.getMessage());
    }
  }

  private KeyType idType(ParseResult args) {
    String type = args.matchedOptionValue(ID_TYPE, "smallint");
    return switch (type) {
      case "smallint" -> KeyType.INT16;
      case "bigint" -> KeyType.INT64;
      default ->
          throw command.usage(ID_TYPE + ": found '" + type + "', expected smallint or bigint");
    };
  }

  /** The key of the last statement, in the region if one is given. */
  KeySchema schema(ParseResult args) {
    PhoenixDdl ddl = ddl(args);
    PhoenixIndex index = ddl.index();
    if (index == null || !args.hasMatchedOption(REGION)) {
      checkNoRegion(args);
      return ddl.schema();
    }
    return inRegion(args, index).schema();
  }

  private void checkNoRegion(ParseResult args) {
    if (args.hasMatchedOption(REGION)) {
      throw command.usage(REGION + " needs CREATE LOCAL INDEX as the last statement of the DDL");
    }
  }

  /** The index with the region that the options give. */
  PhoenixIndex inRegion(ParseResult args, PhoenixIndex index) {
    String text = args.matchedOptionValue(REGION, null);
    if (text == null) {
      return index;
    }
    if (!index.isLocal()) {
      checkNoRegion(args);
    }
    try {
      return index.inRegion(HexText.parse(text), NO_END);
    } catch (BadInputException | KeyException e) {
      throw command.usage(REGION + ": " + e.getMessage());
    }
  }
}
