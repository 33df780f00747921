package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** Formats store keys for messages. */
public final class KeyDescriptions {
  private KeyDescriptions() {}

  /** The parts of a key with their names, {@code (kind = "A", id = 5)}; hexadecimal if damaged. */
  public static String describe(KeyLayout layout, byte[] key) {
    List<Object> values;
    try {
      int prefix = layout.prefixLength();
      values = layout.schema().decode(Arrays.copyOfRange(key, prefix, key.length));
    } catch (KeyException e) {
      return Bytes.toHex(key);
    }
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < values.size(); i++) {
      KeyLayout.Part part = layout.parts().get(i);
      text.add(
          part.expression().text() + " = " + ValueText.print(part.field().type(), values.get(i)));
    }
    return text.toString();
  }
}
