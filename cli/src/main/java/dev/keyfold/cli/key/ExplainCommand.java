package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key explain}. */
public final class ExplainCommand extends KeyCommand {
  private static final int BYTES_PER_LINE = 8; // a line fits 80 columns, but for a uuid

  private final HexText hex = new HexText();
  private @Nullable JsonWriter json;
  private boolean first = true;

  public ExplainCommand(Console console) {
    super("explain", console);
    flag(JSON);
    arguments("HEX");
  }

  @Override
  public int run(ParseResult args) throws IOException {
    KeyExplainer explainer = new KeyExplainer(schema(args));
    json = args.hasMatchedOption(JSON) ? new JsonWriter(console.out()) : null;
    List<String> keys = args.matchedPositionalValue(0, List.of("-"));
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).equals("-")) {
        explainLines(explainer);
      } else {
        explainArgument(explainer, keys.get(i), keys.size() == 1 ? "" : "key " + (i + 1) + ": ");
      }
    }
    return console.status();
  }

  private void explainArgument(KeyExplainer explainer, String key, String label)
      throws IOException {
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    try {
      hex.read(text, 0, text.length);
    } catch (BadInputException e) {
      console.badInput(label + e.getMessage());
      return;
    }
    if (explain(explainer) != null) {
      console.badInput(label + "not a valid key of the schema, see above");
    }
  }

  private void explainLines(KeyExplainer explainer) throws IOException {
    console.eachLine(
        line -> {
          hex.read(line.buffer(), line.start(), line.end());
          KeyFormatException error = explain(explainer);
          if (error != null) {
            throw error;
          }
        });
  }

  /** Prints the last key read and returns the error in it; null if it is valid. */
  private @Nullable KeyFormatException explain(KeyExplainer explainer) throws IOException {
    byte[] key = Arrays.copyOf(hex.buffer(), hex.length());
    KeyExplanation explanation = explainer.explain(key);
    if (json != null) {
      json.line(toMap(key, explanation));
    } else {
      String table = explanation.render(console.coloured(), BYTES_PER_LINE);
      console.out().text(first ? "" : "\n").text(table);
    }
    first = false;
    return explanation.error();
  }

  private static Map<String, Object> toMap(byte[] key, KeyExplanation explanation) {
    List<Object> parts = new ArrayList<>();
    for (KeyPart part : explanation.parts()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("offset", part.offset());
      map.put("length", part.length());
      map.put("bytes", Bytes.toHex(key, part.offset(), part.end()));
      map.put("field", part.name());
      map.put("role", part.role().name().toLowerCase(Locale.ROOT));
      map.put("text", part.text());
      parts.add(map);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("key", Bytes.toHex(key));
    result.put("length", key.length);
    result.put("parts", parts);
    KeyFormatException error = explanation.error();
    result.put("error", error == null ? null : error.getMessage());
    return result;
  }
}
