package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guess before it is tested.
 *
 * @param format the format
 * @param fields the fields in key order, without names
 * @param bits what describing the searched keys costs
 * @param prefixed whether the key starts with a shard, whose count is still to be found
 */
record Draft(KeyFormat format, List<Slot> fields, double bits, boolean prefixed) {
  /** A field without a name. */
  record Slot(KeyType type, KeyOrder order) {}

  /** The schema with names {@code f1}, {@code f2}, …; null if the format refuses it. */
  @Nullable KeySchema schema() {
    List<KeyField> named = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Slot slot = fields.get(i);
      named.add(new KeyField("f" + (i + 1), slot.type, slot.order));
    }
    return schema(format, named);
  }

  static @Nullable KeySchema schema(KeyFormat format, List<KeyField> fields) {
    try {
      KeySchema.Builder builder = KeySchema.builder().format(format);
      fields.forEach(field -> builder.field(field.name(), field.type(), field.order()));
      return builder.build();
    } catch (KeyException refused) {
      return null;
    }
  }
}
