package dev.keyfold.sql.query.scan;

import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;

/** A leaf of a plan. Generated code calls it, so it is public. */
public interface RowSource {
  Enumerable<Object[]> open(DataContext context);
}
