package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.key.HexText;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.guess.KeyGuess;
import dev.keyfold.codec.guess.Proposal;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.KeySample;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key guess}: here and not beside the other key commands, as it reads stores. */
public final class GuessCommand extends Command {
  private static final String STORE = "--store";
  private static final String PREFIX = "--prefix";
  private static final String SAMPLE = "--sample";
  private static final String HEX = "--hex";
  private static final String TEXT = "--text";
  private static final int DEFAULT_SAMPLE = 1_000;

  public GuessCommand(Console console) {
    super("guess", console);
    option(STORE, "URL", false);
    option(PREFIX, "KEY", false);
    option(SAMPLE, "N", false);
    flag(HEX);
    flag(TEXT);
    flag(JSON);
  }

  @Override
  public boolean isPure() {
    return true;
  }

  @Override
  public int run(ParseResult args) throws IOException {
    if (args.hasMatchedOption(HEX) && args.hasMatchedOption(TEXT)) {
      throw usage(HEX + " and " + TEXT + " cannot be combined");
    }
    int count =
        args.hasMatchedOption(SAMPLE)
            ? (int) number(SAMPLE, args.matchedOptionValue(SAMPLE, ""), KeyGuess.MOST_KEYS)
            : DEFAULT_SAMPLE;
    String url = args.matchedOptionValue(STORE, null);
    Tables session = console.session();
    List<byte[]> keys;
    if (url != null) {
      keys = ofStore(args, url, count);
    } else if (session != null) {
      keys = sample(args, session.store(), count);
    } else {
      if (args.hasMatchedOption(PREFIX)) {
        throw usage(PREFIX + " needs " + STORE + " URL; standard input is used as it is");
      }
      keys = ofInput(args, count);
    }
    KeyGuess guess = KeyGuess.of(keys);
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(toMap(guess, url));
    } else {
      print(guess, url);
    }
    return console.status();
  }

  private List<byte[]> ofStore(ParseResult args, String url, int count) throws IOException {
    try (Keyfold db = Keyfold.openExisting(url, console::notice)) {
      return sample(args, db.store(), count);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    }
  }

  private List<byte[]> sample(ParseResult args, Store store, int count) throws IOException {
    KeyRange range = KeyRange.of(new byte[0], null);
    if (args.hasMatchedOption(PREFIX)) {
      KeyNotation keys = args.hasMatchedOption(HEX) ? KeyNotation.HEX : KeyNotation.TEXT;
      try {
        range = keys.prefix(args.matchedOptionValue(PREFIX, "")).get(0);
      } catch (BadInputException e) {
        throw usage(PREFIX + ": " + e.getMessage());
      }
    }
    try (View view = store.view()) {
      return KeySample.of(view, range, count);
    }
  }

  /** Lines of hexadecimal digits if all are, unless an option says what they are. */
  private List<byte[]> ofInput(ParseResult args, int count) throws IOException {
    List<String> lines = new ArrayList<>();
    console.eachLine(
        line -> {
          int length = line.end() - line.start();
          if (length > 0 && lines.size() < count) {
            lines.add(new String(line.buffer(), line.start(), length, StandardCharsets.UTF_8));
          }
        });
    boolean hex =
        args.hasMatchedOption(HEX)
            || (!args.hasMatchedOption(TEXT)
                && lines.stream().allMatch(line -> line.matches("(0x)?([0-9a-fA-F]{2})+")));
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      try {
        keys.add(hex ? HexText.parse(lines.get(i)) : EscapedText.read(lines.get(i)));
      } catch (BadInputException e) {
        console.badInput("line " + (i + 1) + ": " + e.getMessage());
      }
    }
    if (hex && !args.hasMatchedOption(HEX) && !lines.isEmpty()) {
      console.complain(
          "reading the lines as hexadecimal digits; use " + TEXT + " if they are text");
    }
    return keys;
  }

  private void print(KeyGuess guess, @Nullable String url) {
    guess.observations().forEach(this::say);
    if (guess.proposals().isEmpty()) {
      say(
          guess.keys() == 0
              ? "no keys, nothing to guess"
              : "no structure found: no format describes these keys better than plain bytes do");
      return;
    }
    int number = 0;
    for (Proposal proposal : guess.proposals()) {
      number++;
      say("");
      say(number + ". " + title(proposal));
      proposal.evidence().forEach(line -> say("   - " + line));
      say("   $ " + command(proposal.schema(), url));
    }
  }

  private void say(String line) {
    console.out().text(line).endLine();
  }

  private static String title(Proposal proposal) {
    KeySchema schema = proposal.schema();
    String shards = schema.shards() == 0 ? "" : ", " + Counted.of(schema.shards(), "shard");
    String share =
        proposal.decodesAll()
            ? "decodes all " + Counted.of(proposal.keys(), "key")
            : String.format(
                Locale.ROOT,
                "decodes %,d of %s (%.1f %%)",
                proposal.decoded(),
                Counted.of(proposal.keys(), "key"),
                100 * proposal.share());
    return schema.format() + ": " + schema + shards + " — " + share;
  }

  /** What to type next. */
  private static String command(KeySchema schema, @Nullable String url) {
    StringBuilder line = new StringBuilder("keyfold ");
    line.append(url == null ? "key decode" : "scan --store " + quoted(url));
    line.append(" --format ").append(quoted(schema.format().name()));
    line.append(" --schema ").append(quoted(schema.toString()));
    if (schema.shards() > 0) {
      line.append(" --shards ").append(schema.shards());
      KeySchema usual = KeySchema.parse(schema.toString(), schema.format()).withShards(1);
      if (schema.shardBy() != usual.shardBy()) {
        line.append(" --shard-by ").append(schema.shardBy());
      }
    }
    return line.append(url == null ? "" : " --limit 20").toString();
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static Map<String, Object> toMap(KeyGuess guess, @Nullable String url) {
    List<Object> proposals = new ArrayList<>();
    for (Proposal proposal : guess.proposals()) {
      KeySchema schema = proposal.schema();
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("format", schema.format().name());
      one.put("schema", schema.toString());
      one.put("shards", schema.shards());
      one.put("shardBy", schema.shards() == 0 ? null : schema.shardBy());
      one.put("decoded", proposal.decoded());
      one.put("keys", proposal.keys());
      one.put("bitsPerKey", Math.round(proposal.bitsPerKey() * 10) / 10.0);
      one.put("evidence", new ArrayList<Object>(proposal.evidence()));
      one.put("command", command(schema, url));
      proposals.add(one);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("keys", guess.keys());
    map.put("observations", new ArrayList<Object>(guess.observations()));
    map.put("proposals", proposals);
    return map;
  }
}
