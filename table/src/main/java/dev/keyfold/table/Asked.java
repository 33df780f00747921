package dev.keyfold.table;

import dev.keyfold.codec.KeyException;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import java.util.List;

/**
 * What a query asks, in names and texts, before it meets a table. Immutable.
 *
 * @param fields the fields selected; empty for all
 * @param token where to go on; null to begin
 */
record Asked(
    List<String> fields,
    List<Condition> conditions,
    List<OrderItem> order,
    long limit,
    long allowScan,
    String token) {
  Asked {
    fields = List.copyOf(fields);
    conditions = List.copyOf(conditions);
    order = List.copyOf(order);
  }

  static Asked of(List<Condition> conditions) {
    return new Asked(List.of(), conditions, List.of(), Long.MAX_VALUE, 0, null);
  }

  static Asked of(QueryText text) {
    long limit = text.limit().orElse(Long.MAX_VALUE);
    return new Asked(text.select(), text.where().conditions(), text.orderBy(), limit, 0, null);
  }

  Asked withFields(List<String> names) {
    return new Asked(names, conditions, order, limit, allowScan, token);
  }

  Asked withOrder(List<OrderItem> items) {
    return new Asked(fields, conditions, items, limit, allowScan, token);
  }

  Asked withLimit(long rows) {
    return new Asked(fields, conditions, order, rows, allowScan, token);
  }

  Asked withScan(long rows) {
    return new Asked(fields, conditions, order, limit, rows, token);
  }

  Asked withToken(String continuation) {
    return new Asked(fields, conditions, order, limit, allowScan, continuation);
  }

  /**
   * The question with all names and values checked.
   *
   * @param moving see {@link BoundQuery}
   */
  BoundQuery bind(TableLayout layout, boolean moving) {
    try {
      return BoundQuery.of(layout, fields, conditions, order)
          .withLimit(limit)
          .withScan(allowScan)
          .withMoving(moving);
    } catch (KeyException e) {
      throw new QueryException("table " + layout.def().name() + ", " + e.getMessage(), e);
    }
  }
}
