package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyException;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query before it is bound to a table: names and literals. Immutable.
 *
 * @param fields the fields selected; empty for all
 * @param token where to go on; null to begin
 */
public record QueryRequest(
    List<String> fields,
    List<Condition> conditions,
    List<OrderItem> order,
    long limit,
    long allowScan,
    @Nullable String token) {
  public QueryRequest {
    fields = List.copyOf(fields);
    conditions = List.copyOf(conditions);
    order = List.copyOf(order);
  }

  public static QueryRequest of(List<Condition> conditions) {
    return new QueryRequest(List.of(), conditions, List.of(), Long.MAX_VALUE, 0, null);
  }

  public static QueryRequest of(QueryText text) {
    long limit = text.limit().orElse(Long.MAX_VALUE);
    return new QueryRequest(
        text.select(), text.where().conditions(), text.orderBy(), limit, 0, null);
  }

  public QueryRequest withFields(List<String> names) {
    return new QueryRequest(names, conditions, order, limit, allowScan, token);
  }

  public QueryRequest withOrder(List<OrderItem> items) {
    return new QueryRequest(fields, conditions, items, limit, allowScan, token);
  }

  public QueryRequest withLimit(long rows) {
    return new QueryRequest(fields, conditions, order, rows, allowScan, token);
  }

  public QueryRequest withScan(long rows) {
    return new QueryRequest(fields, conditions, order, limit, rows, token);
  }

  public QueryRequest withToken(@Nullable String continuation) {
    return new QueryRequest(fields, conditions, order, limit, allowScan, continuation);
  }

  /**
   * The question with all names and values checked.
   *
   * @param moving see {@link BoundQuery}
   */
  public BoundQuery bind(TableLayout layout, boolean moving) {
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
