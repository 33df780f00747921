package dev.keyfold.table;

import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.KeyText;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.Where;
import java.util.ArrayList;
import java.util.List;

/**
 * A key or an index in code: {@code k.asc("userId").desc("orderDate").shards(256)}. What stands in
 * quotes is a field or, in an index, a function of one ({@code "day(orderDate)"}, {@code
 * "each(tags)"}).
 */
public final class KeyBuilder {
  private final List<OrderItem> parts = new ArrayList<>();
  private final List<String> include = new ArrayList<>();
  private boolean unique;
  private Where where = Where.ALL;
  private int shards;
  private int shardBy = 1;

  KeyBuilder() {}

  /** Adds a part in ascending order. */
  public KeyBuilder asc(String expression) {
    parts.add(new OrderItem(Expression.parsePart(expression), false));
    return this;
  }

  /** Adds a part in descending order. */
  public KeyBuilder desc(String expression) {
    parts.add(new OrderItem(Expression.parsePart(expression), true));
    return this;
  }

  /** Distributes the entries over this number of shards by a hash of the first part. */
  public KeyBuilder shards(int count) {
    return shards(count, 1);
  }

  /** Distributes the entries over this number of shards by a hash of the first {@code by} parts. */
  public KeyBuilder shards(int count, int by) {
    shards = count;
    shardBy = by;
    return this;
  }

  /**
   * Fields that the index covers in addition to its parts, so that queries need not fetch the
   * record.
   */
  public KeyBuilder include(String... fields) {
    include.addAll(List.of(fields));
    return this;
  }

  /** Makes the index unique: no two records may have the same values in all parts. */
  public KeyBuilder unique() {
    unique = true;
    return this;
  }

  /**
   * Makes the index partial: only records that match all conditions, including those of earlier
   * calls, are in it.
   */
  public KeyBuilder where(Condition... conditions) {
    List<Condition> all = new ArrayList<>(where.conditions());
    all.addAll(List.of(conditions));
    where = new Where(all);
    return this;
  }

  int shards() {
    return shards;
  }

  int shardBy() {
    return shards == 0 ? 0 : shardBy;
  }

  KeyText key() {
    if (!include.isEmpty() || unique || where.conditions().size() > 0) {
      throw new TableException(
          "a primary key has parts and shards; include, unique and where belong to indexes");
    }
    return new KeyText(parts);
  }

  IndexText index(String name) {
    return new IndexText(name, parts, include, unique, where);
  }
}
