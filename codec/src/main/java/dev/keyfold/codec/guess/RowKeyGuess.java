package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Components between {@code 00 00}, in which every other {@code 00} is {@code 00 01}. */
final class RowKeyGuess {
  private static final Map<KeyType, Double> TYPES =
      PartTypes.prices(
          KeyType.STRING,
          16,
          KeyType.INT64,
          18,
          KeyType.INT32,
          20,
          KeyType.UINT64,
          22,
          KeyType.UINT32,
          22,
          KeyType.BOOL,
          24,
          KeyType.INTEGER,
          24,
          KeyType.INT16,
          26,
          KeyType.UINT16,
          26,
          KeyType.INT24,
          28,
          KeyType.INT40,
          28,
          KeyType.INT48,
          28,
          KeyType.INT56,
          28,
          KeyType.UINT24,
          29,
          KeyType.UINT40,
          29,
          KeyType.UINT48,
          29,
          KeyType.UINT56,
          29,
          KeyType.INT8,
          30,
          KeyType.UINT8,
          30,
          KeyType.BYTES,
          36);

  private RowKeyGuess() {}

  static List<Draft> drafts(byte[][] keys) {
    List<List<byte[]>> columns = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      List<byte[]> parts = split(keys[i]);
      if (parts.isEmpty() || (i > 0 && parts.size() != columns.size())) {
        return List.of();
      }
      for (int k = 0; k < parts.size(); k++) {
        if (i == 0) {
          columns.add(new ArrayList<>());
        }
        columns.get(k).add(parts.get(k));
      }
    }
    PartTypes types = new PartTypes(KeyFormats.ROWKEY);
    List<Draft.Slot> slots = new ArrayList<>();
    for (int k = 0; k < columns.size(); k++) {
      slots.add(new Draft.Slot(type(types, columns, k), KeyOrder.ASC));
    }
    return List.of(new Draft(KeyFormats.ROWKEY, slots, types.bits(), false));
  }

  /** An empty component is a text, and cannot be read alone, only before another. */
  private static KeyType type(PartTypes types, List<List<byte[]>> columns, int column) {
    List<byte[]> filled = columns.get(column).stream().filter(part -> part.length > 0).toList();
    if (filled.size() == columns.get(column).size()) {
      return types.cheapest(filled, TYPES);
    }
    return types.cheapest(filled, PartTypes.prices(KeyType.STRING, 20, KeyType.BYTES, 40));
  }

  /** The components as they are written; none if the key is no row key. */
  private static List<byte[]> split(byte[] key) {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    int at = 0;
    while (at < key.length) {
      if (key[at] != 0) {
        at++;
      } else if (at + 1 < key.length && key[at + 1] == 1) {
        at += 2;
      } else if (at + 1 < key.length && key[at + 1] == 0) {
        parts.add(java.util.Arrays.copyOfRange(key, from, at));
        at += 2;
        from = at;
      } else {
        return List.of();
      }
    }
    parts.add(java.util.Arrays.copyOfRange(key, from, at));
    return parts;
  }
}
