package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.store.Writes;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.FieldRenaming;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TimeToLive;
import dev.keyfold.table.upkeep.Alteration;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.KeyText;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.write.TableState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects the changes and makes them as one change of the definition. */
public final class DefinitionAlteration implements Alteration {
  private final TableState state;
  private final Definitions definitions;
  private final List<UnaryOperator<TableDef>> steps = new ArrayList<>();
  private final List<BiConsumer<TableDef, Writes>> others = new ArrayList<>();

  public DefinitionAlteration(TableState state, Definitions definitions) {
    this.state = state;
    this.definitions = definitions;
  }

  @Override
  public Alteration addField(String field) {
    steps.add(
        def -> {
          FieldDef added = parse(def, field, "addField");
          List<FieldDef> fields = new ArrayList<>(def.fields());
          fields.add(added);
          return def.withFields(fields, def.nextField() + 1, def.key(), def.primary().added());
        });
    return this;
  }

  @Override
  public Alteration addKeyField(String field) {
    steps.add(
        def -> {
          FieldDef added = parse(def, field, "addKeyField");
          List<FieldDef> fields = new ArrayList<>(def.fields());
          fields.add(added);
          List<OrderItem> parts = new ArrayList<>(def.key().parts());
          parts.add(OrderItem.asc(added.name()));
          return def.withFields(
              fields, def.nextField() + 1, new KeyText(parts), def.primary().added() + 1);
        });
    return this;
  }

  private static FieldDef parse(TableDef def, String text, String call) {
    KeyField field;
    try {
      KeySchema parsed = KeySchema.parse(text);
      if (parsed.size() != 1) {
        throw refused(def, call, text, "one field at a time");
      }
      field = parsed.field(0);
    } catch (KeyException e) {
      throw new TableException("table " + def.name() + ", " + call + ": " + e.getMessage(), e);
    }
    if (def.indexOf(field.name()) >= 0) {
      throw refused(def, call, text, "a field of that name exists");
    }
    if (!field.order().isNullable()) {
      throw refused(
          def,
          call,
          text,
          "existing records have no value for it; declare it '"
              + field.name()
              + " "
              + field.type()
              + " null'");
    }
    if (field.order().isDescending()) {
      throw refused(
          def,
          call,
          text,
          "a field has no direction, and one added to a key ascends: keys without it come first");
    }
    if (field.order().isNullsLast()) {
      throw refused(
          def,
          call,
          text,
          "in tables null sorts before all values; declare it '"
              + field.name()
              + " "
              + field.type()
              + " null'");
    }
    return new FieldDef(def.nextField(), field.name(), field.type(), true);
  }

  @Override
  public Alteration renameField(String from, String to) {
    steps.add(
        def -> {
          String change = from + " to " + to;
          FieldDef old = field(def, from, "renameField");
          if (def.indexOf(to) >= 0) {
            throw refused(def, "renameField", change, "a field " + to + " already exists");
          }
          FieldRenaming renaming = new FieldRenaming(from, to);
          List<FieldDef> fields = new ArrayList<>(def.fields());
          fields.replaceAll(
              field ->
                  field.id() == old.id()
                      ? new FieldDef(old.id(), to, old.type(), old.nullable())
                      : field);
          TableDef renamed =
              def.withFields(
                  fields, def.nextField(), renaming.of(def.key()), def.primary().added());
          for (IndexDef index : def.indexes()) {
            renamed = renamed.replacing(renaming.of(index));
          }
          return renamed;
        });
    return this;
  }

  @Override
  public Alteration removeField(String name) {
    steps.add(
        def -> {
          FieldDef old = field(def, name, "removeField");
          if (def.key().fields().contains(name)) {
            throw refused(def, "removeField", name, "it is part of the primary key, " + def.key());
          }
          for (IndexDef index : def.indexes()) {
            if (mentions(index.text(), name)) {
              throw refused(
                  def,
                  "removeField",
                  name,
                  "index "
                      + index.text()
                      + " needs it; drop that first: dropIndex(\""
                      + def.name()
                      + "\", \""
                      + index.name()
                      + "\")");
            }
          }
          List<FieldDef> fields = new ArrayList<>(def.fields());
          fields.remove(old);
          return def.withFields(fields, def.nextField(), def.key(), def.primary().added());
        });
    return this;
  }

  private static boolean mentions(IndexText index, String field) {
    return index.include().contains(field)
        || index.parts().stream().anyMatch(part -> part.expression().field().equals(field))
        || index.where().conditions().stream().anyMatch(c -> c.field().equals(field));
  }

  private static FieldDef field(TableDef def, String name, String call) {
    int position = def.indexOf(name);
    if (position < 0) {
      throw refused(
          def,
          call,
          name,
          "there is no such field; there are "
              + String.join(", ", def.fields().stream().map(FieldDef::name).toList()));
    }
    return def.fields().get(position);
  }

  @Override
  public Alteration timeToLive(@Nullable Duration time) {
    if (time != null && !TimeToLive.isValid(time)) {
      steps.add(
          def -> {
            throw refused(def, "timeToLive", time.toString(), TimeToLive.EXPECTED);
          });
    }
    return option("ttl", time == null ? null : time.toString());
  }

  @Override
  public Alteration versioned() {
    return option("versioned", "true");
  }

  private Alteration option(String name, @Nullable String value) {
    steps.add(
        def -> {
          Map<String, String> options = new TreeMap<>(def.options());
          if (value == null) {
            options.remove(name);
          } else {
            options.put(name, value);
          }
          return def.withOptions(options);
        });
    return this;
  }

  @Override
  public Alteration also(BiConsumer<TableDef, Writes> writes) {
    others.add(writes);
    return this;
  }

  @Override
  public TableDef apply() {
    return definitions.change(
        state,
        (def, also) -> {
          TableDef next = def;
          try {
            for (UnaryOperator<TableDef> step : steps) {
              next = step.apply(next);
            }
          } catch (KeyException e) {
            throw new TableException("table " + def.name() + ": " + e.getMessage(), e);
          }
          TableDef made = next;
          others.forEach(writes -> writes.accept(made, also));
          return next;
        });
  }

  private static TableException refused(TableDef def, String call, String what, String why) {
    return new TableException(
        "table " + def.name() + ", " + call + "(" + what + ") is refused: " + why);
  }
}
