package dev.keyfold.codec.phoenix;

import java.util.Objects;

/**
 * A column of a Phoenix table that is not in its key.
 *
 * @param name as it was written in the DDL
 * @param type of its values; any value may be null
 */
public record PhoenixColumn(String name, PhoenixType type) {
  /** Neither is null. */
  public PhoenixColumn {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }
}
