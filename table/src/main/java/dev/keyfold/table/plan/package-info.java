/**
 * From a question to the way it is answered: a query is bound to its table ({@link
 * dev.keyfold.table.plan.BoundQuery}), what it asks of each field is summed up ({@link
 * dev.keyfold.table.plan.Constraint}), every key of the table is looked at ({@link
 * dev.keyfold.table.plan.Planner}), and the cheapest way is the plan ({@link
 * dev.keyfold.table.plan.Plan}), which can be explained in words. A query that only reading
 * everything could answer is refused here, with the index that would serve it.
 *
 * <p>Not here: reading a store. The planner asks an {@link dev.keyfold.table.plan.Estimator} how
 * much lies where, and nothing else.
 */
package dev.keyfold.table.plan;
