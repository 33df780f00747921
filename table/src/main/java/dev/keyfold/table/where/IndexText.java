package dev.keyfold.table.where;

import java.util.HashSet;
import java.util.List;

/**
 * The declaration of an index: {@code by_cat: category, order_date desc include amount unique where
 * status = 'OPEN'}. Immutable.
 *
 * @param name what it is called
 * @param parts what its entries are ordered by; {@code each(tags)} for an entry per element
 * @param include fields whose values its entries carry besides
 * @param unique whether no two records may agree in all parts
 * @param where which records have entries; {@link Where#ALL} for all
 */
public record IndexText(
    String name, List<OrderItem> parts, List<String> include, boolean unique, Where where) {
  /** Copies the lists and checks them. */
  public IndexText {
    NameRules.checkStored("an index name", name);
    parts = List.copyOf(parts);
    OrderItem.checkParts(parts);
    include = List.copyOf(include);
    HashSet<String> seen = new HashSet<>();
    for (String field : include) {
      NameRules.check("the included field", field);
      if (!seen.add(field)) {
        throw new WhereException(field, -1, field + " included again", "each field once");
      }
    }
  }

  /**
   * Reads a declaration; throws a {@link WhereException} that says at which character it went
   * wrong. With the pieces of {@link Where#parse}:
   *
   * <pre>
   * index = name ":" part { "," part } { "include" field { "," field } | "unique" }
   *         [ "where" condition { "and" condition } ]
   * part  = ( expression | "each" "(" field ")" ) [ "asc" | "desc" ]
   * </pre>
   */
  public static IndexText parse(String text) {
    return IndexDeclaration.parse(text, false).text();
  }

  /** Whether only some records have entries. */
  public boolean isPartial() {
    return !where.isEmpty();
  }

  /** Whether a record has an entry for each element of a list. */
  public boolean isMultiValued() {
    return parts.stream().anyMatch(part -> part.expression().isEach());
  }

  /** The text; reading it gives the same declaration. */
  @Override
  public String toString() {
    return name
        + ": "
        + OrderItem.print(parts)
        + (include.isEmpty() ? "" : " include " + String.join(", ", include))
        + (unique ? " unique" : "")
        + (isPartial() ? " where " + where : "");
  }
}
