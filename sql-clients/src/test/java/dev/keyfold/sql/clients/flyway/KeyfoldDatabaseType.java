package dev.keyfold.sql.clients.flyway;

import java.sql.Connection;
import java.sql.Types;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.BaseDatabaseType;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/** Tells Flyway, which knows databases by their URL, about Keyfold. Found by the service loader. */
public final class KeyfoldDatabaseType extends BaseDatabaseType {
  @Override
  public String getName() {
    return "Keyfold";
  }

  @Override
  public int getNullType() {
    return Types.NULL;
  }

  @Override
  public boolean handlesJDBCUrl(String url) {
    return url.startsWith("jdbc:keyfold:");
  }

  @Override
  public String getDriverClass(String url, ClassLoader loader) {
    return "dev.keyfold.sql.jdbc.KeyfoldDriver";
  }

  @Override
  public boolean handlesDatabaseProductNameAndVersion(
      String name, String version, Connection connection) {
    return name.startsWith("Keyfold");
  }

  @Override
  public Database<?> createDatabase(
      Configuration configuration,
      JdbcConnectionFactory factory,
      StatementInterceptor interceptor) {
    return new KeyfoldFlyway(configuration, factory, interceptor);
  }

  @Override
  public Parser createParser(
      Configuration configuration, ResourceProvider resources, ParsingContext context) {
    return new Parser(configuration, context, 3) {};
  }
}
