package dev.keyfold.sql.query.scan;

import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/** Rows of one field as that field, which is their form in generated code. */
public final class SingleFields {
  private SingleFields() {}

  /** The only field of each row. */
  public static Enumerable<Object> of(Enumerable<Object[]> rows) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        Enumerator<Object[]> each = rows.enumerator();
        return new Enumerator<>() {
          @Override
          public Object current() {
            return each.current()[0];
          }

          @Override
          public boolean moveNext() {
            return each.moveNext();
          }

          @Override
          public void reset() {
            each.reset();
          }

          @Override
          public void close() {
            each.close();
          }
        };
      }
    };
  }
}
