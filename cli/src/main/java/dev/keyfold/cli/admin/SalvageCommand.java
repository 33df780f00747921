package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.SalvageReport;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.ParseResult;

/** {@code keyfold salvage}. */
public final class SalvageCommand extends Command {
  private static final String STORE = "--store";
  private static final String TO = "--to";

  /** What is known when the new store is still open. */
  private record Salvaged(SalvageReport report, LostSpaces spaces) {}

  public SalvageCommand(Console console) {
    super("salvage", console);
    option(STORE, "URL", true);
    option(TO, "URL", true);
    flag(JSON);
  }

  @Override
  public int run(ParseResult args) throws IOException {
    String from = args.matchedOptionValue(STORE, "");
    String to = args.matchedOptionValue(TO, "");
    Salvaged salvaged;
    try {
      salvaged = copy(from, to);
    } catch (StoreUrlException e) {
      throw usage(e.getMessage());
    } catch (IOException e) {
      throw new FileException("cannot copy " + from + " to " + to, e);
    }
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(toMap(salvaged, to));
    } else {
      print(salvaged, to);
    }
    return salvaged.report().isComplete() ? console.status() : ExitCode.BAD_INPUT;
  }

  /**
   * A store of files is created next to its target: a partial copy must not look like a complete
   * one.
   */
  private Salvaged copy(String from, String to) throws IOException {
    checkCapabilities(to);
    StorePlace place = StorePlace.of(to);
    StorePlace damaged = StorePlace.of(from);
    if (place == null || !place.hasUrlBeside()) {
      try (Keyfold db = Keyfold.open(to)) {
        return copy(from, db, to);
      }
    }
    if (damaged != null && damaged.overlaps(place)) {
      throw usage(
          TO + ": found " + to + ", which overlaps the damaged store; expected a path outside it");
    }
    if (place.isTaken()) {
      throw taken(to);
    }
    Salvaged[] result = {null};
    place
        .replacement()
        .make(
            fresh -> {
              try (Keyfold db = Keyfold.open(place.urlBeside())) {
                result[0] = copy(from, db, to);
              }
            });
    String left = place.replacement().swap();
    if (left != null) {
      console.complain(left);
    }
    return result[0];
  }

  /** Checked before the store is opened, which may create it. */
  private void checkCapabilities(String to) {
    Set<Capability> has = Stores.capabilities(to);
    if (!has.contains(Capability.PERSISTENT)) {
      throw usage(
          TO
              + ": found "
              + to
              + ", which does not outlive this command; expected a persistent store, such as "
              + Stores.formsWith(Capability.PERSISTENT, Capability.ATOMIC_BATCH));
    }
    if (!has.contains(Capability.ATOMIC_BATCH)) {
      throw usage(
          TO
              + ": found "
              + to
              + ", which has no atomic batches and stores tables differently; expected "
              + Stores.formsWith(Capability.PERSISTENT, Capability.ATOMIC_BATCH));
    }
  }

  private Salvaged copy(String from, Keyfold db, String to) throws IOException {
    Store store = db.store();
    try (Cursor cursor =
        store.scan(Scan.over(KeyRange.of(new byte[0], null)).withoutValues().limit(1))) {
      if (cursor.next()) {
        throw taken(to);
      }
    }
    ProgressBar bar = new ProgressBar(console, "copying", 0, 0, 0);
    SalvageReport report = Stores.salvage(from, store, count -> bar.show(count, count));
    bar.end();
    return new Salvaged(report, LostSpaces.of(db.tables()));
  }

  private RuntimeException taken(String to) {
    return usage(TO + ": found data in " + to + ", expected an empty or new store");
  }

  private void print(Salvaged salvaged, String to) throws IOException {
    SalvageReport report = salvaged.report();
    StringBuilder text = new StringBuilder();
    text.append(Counted.of(report.entries(), "entry")).append(" copied to ").append(to);
    if (report.isComplete()) {
      text.append("; nothing was lost\n");
    } else {
      text.append("; not everything could be read\n");
    }
    for (SalvageReport.Loss loss : report.losses()) {
      text.append("lost: ").append(loss.file()).append(": ").append(loss.why()).append('\n');
      text.append("  keys ").append(range(loss)).append('\n');
      text.append("  in ").append(String.join(", ", salvaged.spaces().of(loss))).append('\n');
    }
    for (String note : report.notes()) {
      text.append("note: ").append(note).append('\n');
    }
    if (report.uncertain() > 0) {
      text.append(StatsCommand.number(report.uncertain()))
          .append(" of the entries are in these ranges and may be outdated\n");
    }
    if (!report.isComplete()) {
      text.append("next: keyfold check --store ").append(to).append(" --repair\n");
    }
    console.out().text(text.toString());
  }

  private static String range(SalvageReport.Loss loss) {
    if (loss.from().length == 0 && loss.to() == null) {
      return "anywhere";
    }
    String end = loss.to() == null ? "the end" : "before " + hex(loss.to());
    return (loss.from().length == 0 ? "from the first" : "from " + hex(loss.from())) + " to " + end;
  }

  private static String hex(byte[] key) {
    return HexFormat.of().formatHex(key);
  }

  private static Map<String, Object> toMap(Salvaged salvaged, String to) {
    SalvageReport report = salvaged.report();
    List<Object> losses = new ArrayList<>();
    for (SalvageReport.Loss loss : report.losses()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("file", loss.file());
      map.put("why", loss.why());
      map.put("from", hex(loss.from()));
      map.put("to", loss.to() == null ? null : hex(loss.to()));
      map.put("in", new ArrayList<Object>(salvaged.spaces().of(loss)));
      losses.add(map);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("store", to);
    map.put("complete", report.isComplete());
    map.put("entries", report.entries());
    map.put("uncertain", report.uncertain());
    map.put("losses", losses);
    map.put("notes", new ArrayList<Object>(report.notes()));
    return map;
  }
}
