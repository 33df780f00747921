package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.key.SchemaOptions;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.pg.command.FileFacts;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.LoadCheckpoint;
import dev.keyfold.table.load.LoadProgress;
import dev.keyfold.table.load.SourceChangedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold import}. */
public final class ImportCommand extends StoreCommand {
  private static final String FROM_STORE = "--from-store";
  private static final String FORMAT = "--format";
  private static final String DATABASE = "--database";
  private static final String VALUES = "--values";
  private static final String PHOENIX = "phoenix";
  private static final String PREFIX = "--prefix";
  private static final String NO_VERIFY = "--no-verify";
  private static final String CSV = "--csv";
  private static final String RESUME = "--resume";
  private static final String RESTART = RowLoad.RESTART;
  private static final String MAX_BAD = "--max-bad";
  private static final String STANDARD_INPUT = "-";

  private static final List<String> FROM_STORE_ONLY =
      List.of(
          FORMAT,
          DATABASE,
          "--schema",
          "--ddl",
          "--shards",
          "--shard-by",
          VALUES,
          PREFIX,
          NO_VERIFY);

  private static final int STOP_SECONDS = 30; // it stops after a batch
  private long maxBad = Long.MAX_VALUE;
  private boolean json;

  /** Null if rows are imported. */
  private @Nullable StructureImport structures;

  /** Null unless the entries of a store are imported as rows. */
  private @Nullable TableImport entries;

  private final SchemaOptions schemas;

  public ImportCommand(Console console) {
    super("import", console);
    mayNameTable();
    optionalArgument(1, "FILE");
    option(FROM_STORE, "URL", false);
    schemas = SchemaOptions.of(this);
    option(VALUES, "FORM", false);
    option(PREFIX, "KEY", false);
    flag(NO_VERIFY);
    option(DATABASE, "N", false);
    flag(CSV);
    flag(RESUME);
    flag(RESTART);
    option(MAX_BAD, "N", false);
    flag(JSON);
  }

  @Override
  public int patience(ParseResult args) {
    return STOP_SECONDS;
  }

  /** Tables must have been defined; structures need nothing. */
  @Override
  public boolean createsStore() {
    return structures != null;
  }

  @Override
  public Need need(ParseResult args) {
    return args.hasMatchedOption(FROM_STORE) ? Need.ADMINISTRATOR : Need.write(tableName(args));
  }

  private static String file(ParseResult args) {
    return args.matchedPositionalValue(1, STANDARD_INPUT);
  }

  private static boolean isStandardInput(ParseResult args) {
    return file(args).equals(STANDARD_INPUT);
  }

  @Override
  public void check(ParseResult args) throws IOException {
    structures = null;
    entries = null;
    if (args.hasMatchedOption(FROM_STORE)) {
      checkFromStore(args);
      return;
    }
    for (String option : FROM_STORE_ONLY) {
      if (args.hasMatchedOption(option)) {
        throw usage(option + " needs " + FROM_STORE + " URL, the store to import from");
      }
    }
    if (!args.hasMatchedPositional(1)) {
      throw usage(
          (args.hasMatchedPositional(0) ? "FILE is" : "NAME and FILE are")
              + " missing; give "
              + (args.hasMatchedPositional(0) ? "it" : "them")
              + ", or "
              + FROM_STORE
              + " URL to import the store of another program");
    }
    checkLoad(args);
    if (!isStandardInput(args)) {
      try {
        checkReadable(file(args), console.files().facts(file(args)));
      } catch (IOException e) {
        throw new FileException("cannot read " + file(args), e);
      }
    }
    if (args.hasMatchedOption(RESUME) && !comesAgain(args)) {
      throw usage(
          RESUME
              + " needs a file: "
              + (isStandardInput(args) ? "standard input" : "a pipe")
              + " cannot be read again");
    }
  }

  /** What the options say that rows of files and of stores have in common. */
  private void checkLoad(ParseResult args) {
    if (args.hasMatchedOption(RESUME) && args.hasMatchedOption(RESTART)) {
      throw usage(RESUME + " and " + RESTART + " cannot be combined");
    }
    json = args.hasMatchedOption(JSON);
    String most = args.matchedOptionValue(MAX_BAD, null);
    if (most != null) {
      maxBad = most.equals("0") ? 0 : number(MAX_BAD, most, Long.MAX_VALUE);
    }
  }

  private void checkFromStore(ParseResult args) {
    if (args.hasMatchedOption(CSV)) {
      throw usage(CSV + " is for files and cannot be combined with " + FROM_STORE);
    }
    if (args.hasMatchedPositional(1)) {
      throw usage("found '" + file(args) + "', expected no FILE with " + FROM_STORE);
    }
    boolean compound = StructureImport.isFormat(args.matchedOptionValue(FORMAT, ""));
    if (args.hasMatchedOption("--schema")
        || args.hasMatchedOption("--ddl")
        || (args.hasMatchedPositional(0) && !compound)) {
      checkTableFromStore(args);
    } else {
      checkStructuresFromStore(args);
    }
  }

  private void checkTableFromStore(ParseResult args) {
    checkLoad(args);
    if (args.hasMatchedOption(DATABASE)) {
      throw usage(DATABASE + " is for structures and cannot be combined with a table");
    }
    if (!args.hasMatchedPositional(0)) {
      throw usage("NAME is missing: the table to import into");
    }
    KeySchema key = schemas.schema(args);
    if (!args.hasMatchedOption(VALUES)) {
      throw usage(
          VALUES
              + " FORM is missing: what the values are; hex:FIELD, utf8:FIELD, json,"
              + " schema:FIELDS, cells:FIELD=FAMILY:QUALIFIER or phoenix");
    }
    String values = args.matchedOptionValue(VALUES, "");
    entries =
        new TableImport(
            this,
            new TableImport.Request(
                args.matchedOptionValue(FROM_STORE, ""),
                key,
                args.matchedOptionValue(PREFIX, null),
                values.equals(PHOENIX) ? PHOENIX + ":" + schemas.ddlText(args, VALUES) : values,
                args.hasMatchedOption(RESTART),
                !args.hasMatchedOption(NO_VERIFY),
                maxBad,
                json),
            this::isInterrupted);
  }

  private void checkStructuresFromStore(ParseResult args) {
    checkLoad(args);
    for (String option : List.of(MAX_BAD, VALUES, PREFIX, NO_VERIFY)) {
      if (args.hasMatchedOption(option)) {
        throw usage(option + " needs a table to import into and --schema with the fields of keys");
      }
    }
    if (args.hasMatchedPositional(0)) {
      throw usage(
          "found '"
              + tableName(args)
              + "', expected no table: this format is imported as structures");
    }
    String format = args.matchedOptionValue(FORMAT, "");
    if (!StructureImport.isFormat(format)) {
      throw usage(FORMAT + ": found '" + format + "', expected " + StructureImport.EXPECTED);
    }
    String database = args.matchedOptionValue(DATABASE, "0");
    int number =
        database.equals("0")
            ? 0
            : (int) number(DATABASE, database, StructureImport.LAST_DATABASE, " or 0");
    String source = args.matchedOptionValue(FROM_STORE, "");
    structures =
        new StructureImport(
            console,
            source,
            StructureImport.open(this, source, args.matchedOptionValue("--store", "")),
            format,
            number,
            args.hasMatchedOption(RESTART),
            this::isInterrupted);
  }

  /** What is in a pipe is there only once: it is not touched before it is for the table. */
  private static void checkReadable(String file, FileFacts facts) throws IOException {
    if (facts.kind() == FileFacts.Kind.MISSING) {
      throw new NoSuchFileException(file);
    }
    if (!facts.readable()) {
      throw new AccessDeniedException(file);
    }
    if (facts.kind() == FileFacts.Kind.DIRECTORY) {
      throw new IOException("Is a directory");
    }
  }

  /** Whether it is a file that another import could continue with; not a pipe, nor a device. */
  private boolean comesAgain(ParseResult args) throws IOException {
    return !isStandardInput(args)
        && console.files().facts(file(args)).kind() == FileFacts.Kind.REGULAR;
  }

  private InputStream open(ParseResult args) throws IOException {
    return console.files().open(file(args));
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    if (structures != null) {
      return structures.run(tables.store(), args.hasMatchedOption(JSON));
    }
    Table<Row> table = tables.table(tableName(args));
    if (entries != null) {
      try {
        return entries.run(tables, table);
      } catch (StoreUrlException e) {
        throw usage(FROM_STORE + ": " + e.getMessage());
      }
    }
    boolean csv =
        args.hasMatchedOption(CSV) || file(args).toLowerCase(Locale.ROOT).endsWith(".csv");
    RowLoad load = new RowLoad(console, tables, table, csv, maxBad, json, this::isInterrupted);
    if (isStandardInput(args) && console.session() != null) {
      load.inline();
      return console.status();
    }
    if (isStandardInput(args)) {
      load.stream(console::in);
      return console.status();
    }
    if (!comesAgain(args)) {
      try {
        load.stream(() -> open(args));
      } catch (IOException e) {
        throw new FileException("cannot read " + file(args), e);
      }
      return console.status();
    }
    try (InputStream in = open(args)) {
      FileFacts facts = console.files().facts(file(args));
      long size = facts.size();
      LoadCheckpoint checkpoint =
          new LoadCheckpoint(
              tables.store(), table.definition().id(), facts.path(), size, facts.modified());
      LoadProgress from =
          args.hasMatchedOption(RESTART) ? LoadProgress.NONE : recall(args, checkpoint);
      load.file(in, checkpoint, from, size);
    } catch (IOException e) {
      throw new FileException("cannot read " + file(args), e);
    }
    return console.status();
  }

  /** Where to resume. Only {@code --resume} insists that the file is still the same. */
  private LoadProgress recall(ParseResult args, LoadCheckpoint checkpoint) {
    try {
      return checkpoint.recall();
    } catch (SourceChangedException e) {
      if (args.hasMatchedOption(RESUME)) {
        throw e;
      }
      console.complain(
          file(args)
              + " has changed since its import was interrupted; importing it from its beginning");
      return LoadProgress.NONE;
    }
  }
}
