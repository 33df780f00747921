package dev.keyfold.table.schema;

import dev.keyfold.table.errors.TableException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The CRC32C of a definition's text, which finds damage that leaves a definition well-formed: the
 * changed id of a field, or a missing line, would make every record decode to other values.
 *
 * <pre>
 *   table 1 orders
 *   layout 2 checksum 1c291ca3     of the whole text without " checksum 1c291ca3"
 *   next-field 6
 * </pre>
 *
 * <p>It is on the second line and not on one of its own because versions without checksums refuse
 * lines that they do not know, and read no further than the number on this one. What they write has
 * no checksum, and is read without one.
 */
final class DefinitionChecksum {
  private static final Pattern SECOND_LINE =
      Pattern.compile("table [^\n]*\nlayout \\d+( checksum ([0-9a-f]{8}))?(?=\n)");

  private DefinitionChecksum() {}

  /** The text with its checksum. */
  static String add(String text) {
    Matcher begin = SECOND_LINE.matcher(text);
    if (!begin.lookingAt()) {
      throw new IllegalArgumentException("found no line 'layout NUMBER' in " + text);
    }
    return text.substring(0, begin.end()) + (" checksum " + of(text)) + text.substring(begin.end());
  }

  /** The text without its checksum, if it has one that is right; throws if it is wrong. */
  static String verify(String text) {
    Matcher begin = SECOND_LINE.matcher(text);
    if (!begin.lookingAt() || begin.group(1) == null) {
      return text;
    }
    String plain = text.substring(0, begin.start(1)) + text.substring(begin.end(1));
    String found = of(plain);
    if (!found.equals(begin.group(2))) {
      throw new TableException(
          "the definition has the checksum "
              + found
              + ", but was stored with "
              + begin.group(2)
              + ": its text was changed or is incomplete");
    }
    return plain;
  }

  private static String of(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }
}
