package dev.keyfold.sql.query;

import java.util.Locale;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** The context in which constant expressions are computed while a query is planned. */
final class Literals implements DataContext {
  private final JavaTypeFactory types;

  Literals(JavaTypeFactory types) {
    this.types = types;
  }

  @Override
  public @Nullable SchemaPlus getRootSchema() {
    return null;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return types;
  }

  @Override
  public @Nullable QueryProvider getQueryProvider() {
    return null;
  }

  @Override
  public @Nullable Object get(String name) {
    return switch (name) {
      case "timeZone" -> TimeZone.getTimeZone("UTC");
      case "locale" -> Locale.ROOT;
      default -> null;
    };
  }
}
