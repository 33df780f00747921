package dev.keyfold.sql.row;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.table.Row;
import dev.keyfold.table.schema.FieldDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes rows of values that fit their columns, or says which does not. */
public final class RowChecks {
  private final Target target;
  private final RowExpressions expressions;

  public RowChecks(Target target, RowExpressions expressions) {
    this.target = target;
    this.expressions = expressions;
  }

  /** A row of values that were assigned already. */
  public Row row(@Nullable Object[] values) {
    List<FieldDef> fields = target.def().fields();
    for (int i = 0; i < values.length; i++) {
      FieldDef field = fields.get(i);
      if (values[i] == null && target.facts().refusesNull(field)) {
        throw SqlErrors.at(
            SqlStates.NOT_NULL_VIOLATION,
            "column "
                + field.name()
                + " of table "
                + target.def().name()
                + ": found null, expected a value: the column is NOT NULL",
            -1);
      }
    }
    expressions.check(values);
    return Row.ofJava(target.def(), values);
  }
}
