package dev.keyfold.cli.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema of a table, guessed from records: JSON lines, or one array of objects. */
public final class SchemaGuess {
  /** The number of records that are sampled. */
  static final int MOST = 10_000;

  private final Map<String, FieldGuess> fields = new LinkedHashMap<>();
  private long records;

  /** Looks at the first records of the stream. */
  public static SchemaGuess of(InputStream in) throws IOException {
    SchemaGuess guess = new SchemaGuess();
    try (JsonParser parser = new JsonFactory().createParser(in)) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_ARRAY) {
        token = parser.nextToken();
      }
      while (token != null && token != JsonToken.END_ARRAY && guess.records < MOST) {
        if (token != JsonToken.START_OBJECT) {
          throw new BadInputException(
              "line "
                  + line(parser)
                  + ": found "
                  + JsonText.name(token)
                  + " as record "
                  + (guess.records + 1)
                  + ", expected an object such as {\"id\":1}");
        }
        guess.record(parser);
        token = parser.nextToken();
      }
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          (e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ")
              + "not JSON: "
              + e.getOriginalMessage());
    }
    if (guess.fields.isEmpty()) {
      throw new BadInputException("found no records with fields, expected at least one");
    }
    return guess;
  }

  private void record(JsonParser parser) throws IOException {
    records++;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      int line = line(parser);
      checkName(name, line);
      try {
        fields.computeIfAbsent(name, ignored -> new FieldGuess()).add(parser);
      } catch (BadInputException e) {
        throw new BadInputException("line " + line + ", field " + name + ": " + e.getMessage());
      }
    }
  }

  /** Names become part of a schema's text, where anything else would mean something. */
  private static void checkName(String name, int line) {
    try {
      var unused = new KeyField(name, KeyType.STRING, KeyOrder.ASC);
    } catch (KeySchemaException unfit) {
      throw new BadInputException(
          "line "
              + line
              + ": found the field name \""
              + new String(JsonStringEncoder.getInstance().quoteAsString(name))
              + "\", expected a letter or _, then letters, digits or _; rename it in the file");
    }
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  long records() {
    return records;
  }

  /** The text of the schema, fields in the order of their first occurrence. */
  public String schema() {
    List<String> texts = new ArrayList<>();
    fields.forEach((name, guess) -> texts.add(name + " " + guess.text(name, records)));
    return String.join(", ", texts);
  }

  /** Fields that could be a key alone: different in every record. */
  List<String> keys() {
    return fields.entrySet().stream()
        .filter(field -> field.getValue().isDifferentInEach(records))
        .map(Map.Entry::getKey)
        .toList();
  }
}
