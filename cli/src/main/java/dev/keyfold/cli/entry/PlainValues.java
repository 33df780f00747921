package dev.keyfold.cli.entry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.keyfold.cli.key.HexText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values whose bytes are text, JSON or anything. */
enum PlainValues implements ValueNotation {
  /** Hexadecimal digits. */
  HEX,
  /** Text with escapes; see {@link EscapedText}. */
  UTF8,
  /** Values are JSON, each a text of its own; others do not fit. */
  JSON;

  private static final JsonText TEXTS = new JsonText();
  private static final JsonFactory FACTORY = new JsonFactory();

  static List<String> words() {
    return Arrays.stream(values()).map(PlainValues::word).toList();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Null if none exists of that name. */
  static @Nullable PlainValues named(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst().orElse(null);
  }

  @Override
  public byte[] read(String text) throws IOException {
    return switch (this) {
      case HEX -> HexText.parse(text);
      case UTF8 -> EscapedText.read(text);
      case JSON -> {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        compact(bytes); // only to see that it is JSON; it is stored as it was written
        yield bytes;
      }
    };
  }

  @Override
  public boolean isJson() {
    return this == JSON;
  }

  @Override
  public String write(byte[] value) throws IOException {
    return switch (this) {
      case HEX -> Bytes.toHex(value);
      case UTF8 -> EscapedText.write(value);
      case JSON -> compact(value);
    };
  }

  /** The same JSON on one line, its numbers digit by digit. */
  private static String compact(byte[] value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      TEXTS.read(
          value,
          0,
          value.length,
          parser -> {
            if (parser.nextToken() == null) {
              throw new BadInputException("found an empty value, expected JSON");
            }
            generator.copyCurrentStructureExact(parser);
            if (parser.nextToken() != null) {
              throw new BadInputException(
                  "found " + JsonText.name(parser.currentToken()) + " after the JSON value");
            }
          });
    }
    return text.toString();
  }
}
