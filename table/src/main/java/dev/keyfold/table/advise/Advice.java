package dev.keyfold.table.advise;

import java.util.List;

/**
 * One index recommendation for a table.
 *
 * @param action what: create or drop an index
 * @param index its declaration, to paste; its name for one to drop
 * @param reasons why, in words
 * @param queries the queries that it is for
 * @param saves entries read less, over all logged queries, of which a refused one counts as a full
 *     scan; an estimate
 * @param bytes bytes of its keys and values, before the store compresses them; an estimate
 * @param writes entries written more for each record
 */
public record Advice(
    Action action,
    String index,
    List<String> reasons,
    List<String> queries,
    double saves,
    double bytes,
    double writes) {
  /** What to do. */
  public enum Action {
    CREATE,
    DROP
  }

  public Advice {
    reasons = List.copyOf(reasons);
    queries = List.copyOf(queries);
  }
}
