package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the cheapest type of parts that are known to be fields: between two separators. */
final class PartTypes {
  private final KeyFormat format;
  private double bits;

  PartTypes(KeyFormat format) {
    this.format = format;
  }

  /** What the types chosen so far cost. */
  double bits() {
    return bits;
  }

  /**
   * The cheapest type that reads all parts, as bytes of the format.
   *
   * @param prices the types to try and their prices; one reads anything
   */
  KeyType cheapest(List<byte[]> parts, Map<KeyType, Double> prices) {
    KeyType best = KeyType.BYTES;
    double least = Double.POSITIVE_INFINITY;
    int bytes = parts.stream().mapToInt(part -> part.length).sum();
    for (Map.Entry<KeyType, Double> price : prices.entrySet()) {
      @Nullable Object[] values = read(price.getKey(), parts);
      if (values != null) {
        double cost = 1.5 * price.getValue() + FieldCost.of(price.getKey(), values, bytes);
        if (cost < least) {
          least = cost;
          best = price.getKey();
        }
      }
    }
    bits += least;
    return best;
  }

  private @Nullable Object @Nullable [] read(KeyType type, List<byte[]> parts) {
    KeySchema schema = Draft.schema(format, List.of(new KeyField("f", type, KeyOrder.ASC)));
    if (schema == null) {
      return null;
    }
    KeyReader reader = schema.newReader();
    @Nullable Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = reader.reset(parts.get(i)).getAll()[0];
      } catch (KeyException e) {
        return null;
      }
    }
    return values;
  }

  static Map<KeyType, Double> prices(Object... pairs) {
    Map<KeyType, Double> prices = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      prices.put((KeyType) pairs[i], ((Number) pairs[i + 1]).doubleValue());
    }
    return prices;
  }
}
