package dev.keyfold.sql.query.scan;

import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scan with all values known. Immutable.
 *
 * @param conditions all of which must hold
 * @param branches of which one must hold, each a conjunction; empty: nothing more is asked
 * @param disjoint whether no row fulfils two branches
 * @param fields positions of the fields that the rows are made of
 * @param key name of the key to use, null for whichever is best
 * @param order asked for; one that the key has
 * @param limit most rows, {@link Long#MAX_VALUE} for all
 * @param lookup keys to look up; null for a scan
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScanRequest(
    List<Condition> conditions,
    List<List<Condition>> branches,
    boolean disjoint,
    int[] fields,
    @Nullable String key,
    List<OrderItem> order,
    long limit,
    @Nullable Lookup lookup) {
  /** The leading values of one key. */
  public record Lookup(String key, int parts, List<Object[]> tuples) {}
}
