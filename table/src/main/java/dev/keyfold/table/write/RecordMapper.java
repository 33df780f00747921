package dev.keyfold.table.write;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.record.RecordSplit;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.SchemaMismatchException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.RowShape;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Maps Java records: one field per component, of the same name. */
public final class RecordMapper<R extends Record> implements RowMapper<R> {
  private static final int KEY = 0;
  private static final int VALUE = 1;

  private final Class<R> type;
  private final TableLayout layout;
  private final RecordSplit<R> split;

  /** Of records as they are written now. */
  private final RowShape shape;

  /** For each field of the table the component, and the other way round. */
  private final int[] componentOf;

  private final int[] fieldOf;

  public RecordMapper(Class<R> type, TableLayout layout) {
    this.type = type;
    this.layout = layout;
    this.shape = layout.recordShape(layout.def().layout());
    List<KeyField> components = RecordSplit.fields(type);
    List<FieldDef> fields = layout.def().fields();
    this.componentOf = new int[fields.size()];
    this.fieldOf = new int[components.size()];
    check(components, fields);
    for (int field = 0; field < fields.size(); field++) {
      for (int component = 0; component < components.size(); component++) {
        if (components.get(component).name().equals(fields.get(field).name())) {
          componentOf[field] = component;
          fieldOf[component] = field;
        }
      }
    }
    this.split = RecordSplit.of(type, List.of(layout.def().key().fields(), valueNames()));
  }

  private List<String> valueNames() {
    List<String> names = new ArrayList<>();
    ValueLayout value = layout.value();
    for (int i = 0; i < value.size(); i++) {
      names.add(layout.def().fields().get(value.source(i)).name());
    }
    return names;
  }

  private void check(List<KeyField> components, List<FieldDef> fields) {
    List<String> differences = new ArrayList<>();
    for (FieldDef field : fields) {
      KeyField component =
          components.stream()
              .filter(candidate -> candidate.name().equals(field.name()))
              .findFirst()
              .orElse(null);
      if (component == null) {
        differences.add("the table's field '" + field + "' has no component");
      } else if (!component.type().equals(field.type())) {
        differences.add(
            "component "
                + component.name()
                + " is "
                + component.type()
                + ", the table's field is "
                + field.type());
      } else if (field.nullable() && !component.order().isNullable()) {
        differences.add(
            ("the table's field " + field.name() + " may be null, the component has no")
                + " @Nulls(FIRST)");
      }
    }
    for (KeyField component : components) {
      if (fields.stream().noneMatch(field -> field.name().equals(component.name()))) {
        differences.add("component '" + component + "' is no field of the table");
      }
    }
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "record "
              + type.getSimpleName()
              + " does not fit table "
              + layout.def().name()
              + ": "
              + String.join("; ", differences));
    }
  }

  @Override
  public RowAccess access(R row) {
    return layout.asStored(field -> split.get(row, componentOf[field]));
  }

  @Override
  public void writeKey(R row, KeyWriter writer) {
    split.write(KEY, row, writer);
  }

  @Override
  public void writeValue(R row, KeyWriter writer) {
    split.write(VALUE, row, writer);
  }

  @Override
  public R read(RowView view) {
    if (view.shape() == shape) {
      return split.read(view.key(), view.value());
    }
    Object[] values = new Object[fieldOf.length];
    for (int component = 0; component < values.length; component++) {
      values[component] = view.get(fieldOf[component]);
    }
    return split.make(values);
  }

  @Override
  public RowMaker<R> selecting(List<String> fields) {
    throw new QueryException(
        "table "
            + layout.def().name()
            + ": found select "
            + String.join(", ", fields)
            + " in the text of a query for "
            + type.getSimpleName()
            + ", which has all fields; use Query.select, whose rows are of the class Row");
  }

  @Override
  public RowMapper<R> with(TableLayout next) {
    return new RecordMapper<>(type, next);
  }
}
