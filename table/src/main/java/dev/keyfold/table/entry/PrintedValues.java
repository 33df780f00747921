package dev.keyfold.table.entry;

import dev.keyfold.codec.ValueText;
import dev.keyfold.table.schema.FieldDef;
import org.jspecify.annotations.Nullable;

/** Values of fields as text or JSON values, printed by {@link ValueText}. Stateless. */
public final class PrintedValues {
  private PrintedValues() {}

  /**
   * The written form of a field's value. Rows keep the scale of a decimal, so that 1E+3 must not
   * become 1000 on the way.
   */
  public static @Nullable Object of(FieldDef field, @Nullable Object value) {
    return ValueText.write(field.exactType(), value);
  }
}
