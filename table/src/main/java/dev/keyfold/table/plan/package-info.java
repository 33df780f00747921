/**
 * The query planner: a query is bound to its table ({@link dev.keyfold.table.plan.BoundQuery}), its
 * conditions on each field become constraints ({@link dev.keyfold.table.plan.Constraint}), every
 * key and index is a candidate ({@link dev.keyfold.table.plan.Planner}), and the cheapest is the
 * plan ({@link dev.keyfold.table.plan.Plan}), which EXPLAIN prints. A query that would need a full
 * scan is rejected here, with the index that would serve it.
 *
 * <p>Not here: reading a store. The planner only uses the row counts of an {@link
 * dev.keyfold.table.plan.Estimator}.
 */
package dev.keyfold.table.plan;
