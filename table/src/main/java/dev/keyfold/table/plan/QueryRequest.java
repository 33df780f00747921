package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyException;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.schema.IndexLayout;
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
 * @param token where to resume; null to begin
 * @param key name of the index that must be used, {@code primary} for the primary key; null: any
 * @param keys the beginnings of keys of {@code key} asked for; null: any
 */
public record QueryRequest(
    List<String> fields,
    List<Condition> conditions,
    List<OrderItem> order,
    long limit,
    long allowScan,
    @Nullable String token,
    @Nullable String key,
    @Nullable KeyTuples keys) {
  public QueryRequest {
    fields = List.copyOf(fields);
    conditions = List.copyOf(conditions);
    order = List.copyOf(order);
  }

  public static QueryRequest of(List<Condition> conditions) {
    return new QueryRequest(List.of(), conditions, List.of(), Long.MAX_VALUE, 0, null, null, null);
  }

  public static QueryRequest of(QueryText text) {
    long limit = text.limit().orElse(Long.MAX_VALUE);
    return new QueryRequest(
        text.select(), text.where().conditions(), text.orderBy(), limit, 0, null, null, null);
  }

  public QueryRequest withFields(List<String> names) {
    return new QueryRequest(names, conditions, order, limit, allowScan, token, key, keys);
  }

  public QueryRequest withOrder(List<OrderItem> items) {
    return new QueryRequest(fields, conditions, items, limit, allowScan, token, key, keys);
  }

  public QueryRequest withLimit(long rows) {
    return new QueryRequest(fields, conditions, order, rows, allowScan, token, key, keys);
  }

  public QueryRequest withScan(long rows) {
    return new QueryRequest(fields, conditions, order, limit, rows, token, key, keys);
  }

  public QueryRequest withToken(@Nullable String continuation) {
    return new QueryRequest(fields, conditions, order, limit, allowScan, continuation, key, keys);
  }

  public QueryRequest withKeys(String name, @Nullable KeyTuples tuples) {
    return new QueryRequest(fields, conditions, order, limit, allowScan, token, name, tuples);
  }

  /**
   * The question with all names and values checked.
   *
   * @param verified see {@link BoundQuery}
   */
  public BoundQuery bind(TableLayout layout, boolean verified) {
    try {
      return BoundQuery.of(layout, fields, conditions, order)
          .withLimit(limit)
          .withScan(allowScan)
          .withMoving(verified)
          .withKey(keyId(layout))
          .withKeys(keys);
    } catch (KeyException e) {
      throw new QueryException("table " + layout.def().name() + ", " + e.getMessage(), e);
    }
  }

  private int keyId(TableLayout layout) {
    if (key == null) {
      return 0;
    }
    if (key.equals(layout.primary().name())) {
      return layout.primary().id();
    }
    for (IndexLayout index : layout.indexes()) {
      if (index.name().equals(key)) {
        return index.def().id();
      }
    }
    throw new QueryException("table " + layout.def().name() + " has no index " + key);
  }
}
