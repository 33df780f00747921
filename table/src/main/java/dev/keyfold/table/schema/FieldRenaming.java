package dev.keyfold.table.schema;

import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.KeyText;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.Where;
import java.util.List;

/** Puts one field name for another wherever a definition mentions it. */
public record FieldRenaming(String from, String to) {
  public String of(String field) {
    return field.equals(from) ? to : field;
  }

  public KeyText of(KeyText key) {
    return new KeyText(parts(key.parts()));
  }

  public IndexDef of(IndexDef index) {
    IndexText text = index.text();
    IndexText renamed =
        new IndexText(
            text.name(),
            parts(text.parts()),
            text.include().stream().map(this::of).toList(),
            text.unique(),
            of(text.where()));
    return new IndexDef(index.id(), index.state(), renamed, index.shards(), index.shardBy());
  }

  private List<OrderItem> parts(List<OrderItem> parts) {
    return parts.stream()
        .map(part -> new OrderItem(of(part.expression()), part.descending()))
        .toList();
  }

  private Expression of(Expression expression) {
    return new Expression(expression.function(), of(expression.field()), expression.arguments());
  }

  private Where of(Where where) {
    return new Where(
        where.conditions().stream()
            .map(condition -> condition.on(of(condition.expression())))
            .toList());
  }
}
