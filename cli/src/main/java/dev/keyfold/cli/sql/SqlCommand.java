package dev.keyfold.cli.sql;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.table.Tables;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold sql}. */
public final class SqlCommand extends StoreCommand {
  private static final String FILE = "--file";

  public SqlCommand(Console console) {
    super("sql", console);
    option("-f", FILE, "FILE");
    flag(JSON);
    optionalArgument(0, "STATEMENT");
  }

  /** Every statement is checked by itself. */
  @Override
  public Need need(ParseResult args) {
    return Need.STATEMENTS;
  }

  @Override
  public boolean createsStore() {
    return true;
  }

  @Override
  public void check(ParseResult args) {
    if (args.hasMatchedOption(FILE) && args.hasMatchedPositional(0)) {
      throw usage("found a statement and " + FILE + ", expected one of them");
    }
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    String statement = args.matchedPositionalValue(0, null);
    String file = args.matchedOptionValue(FILE, null);
    boolean fromInput = statement == null && file == null;
    String text = statement != null ? statement : file != null ? read(file) : readInput();
    @Nullable InputStream input = fromInput ? null : console.in();
    try (SqlRunner runner =
        new SqlRunner(console, tables, args.hasMatchedOption(JSON), this::isInterrupted)) {
      int status = runner.run(text, input);
      return status == 0 ? console.status() : status;
    }
  }

  private String read(String file) {
    try {
      return console.files().text(file);
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
  }

  private String readInput() throws IOException {
    // Buffered: a FileInputStream would ask a pipe for its position.
    return new String(new BufferedInputStream(console.in()).readAllBytes(), StandardCharsets.UTF_8);
  }
}
