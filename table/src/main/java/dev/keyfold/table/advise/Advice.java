package dev.keyfold.table.advise;

import java.util.List;

/**
 * One index recommendation for a table.
 *
 * @param action what: create, drop or review an index
 * @param index its declaration, to paste; its name for one to drop or review
 * @param alternative the declaration of a partial index that serves the same queries if they always
 *     ask for the same value; empty for none
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
    String alternative,
    List<String> reasons,
    List<String> queries,
    double saves,
    double bytes,
    double writes) {
  /** What to do. */
  public enum Action {
    CREATE,
    DROP,

    /** An index that is used, but reads much for each value of its leading field. */
    REVIEW
  }

  public Advice {
    reasons = List.copyOf(reasons);
    queries = List.copyOf(queries);
  }
}
