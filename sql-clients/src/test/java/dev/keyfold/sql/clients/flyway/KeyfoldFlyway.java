package dev.keyfold.sql.clients.flyway;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.database.base.Schema;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;

/** The statements that Flyway needs: one schema, a history table, no locks. */
final class KeyfoldFlyway extends Database<KeyfoldFlyway.Session> {
  private static final String SCHEMA = "public";

  KeyfoldFlyway(
      Configuration configuration,
      JdbcConnectionFactory factory,
      StatementInterceptor interceptor) {
    super(configuration, factory, interceptor);
  }

  @Override
  protected Session doGetConnection(Connection connection) {
    return new Session(this, connection);
  }

  @Override
  public void ensureSupported(Configuration configuration) {}

  /** A definition commits the open transaction. */
  @Override
  public boolean supportsDdlTransactions() {
    return false;
  }

  @Override
  public String getBooleanTrue() {
    return "true";
  }

  @Override
  public String getBooleanFalse() {
    return "false";
  }

  @Override
  public boolean catalogIsSchema() {
    return false;
  }

  @Override
  @SuppressWarnings("rawtypes") // Flyway's signature
  public String getRawCreateScript(Table table, boolean baseline) {
    return "CREATE TABLE "
        + table
        + " (installed_rank INT PRIMARY KEY, version VARCHAR(50), description VARCHAR(200) NOT"
        + " NULL, type VARCHAR(20) NOT NULL, script VARCHAR(1000) NOT NULL, checksum INT,"
        + " installed_by VARCHAR(100) NOT NULL, installed_on TIMESTAMP NOT NULL DEFAULT now(),"
        + " execution_time INT NOT NULL, success BOOLEAN NOT NULL);\n"
        + (baseline ? getBaselineStatement(table) + ";\n" : "");
  }

  /** A connection as Flyway sees it. */
  static final class Session
      extends org.flywaydb.core.internal.database.base.Connection<KeyfoldFlyway> {
    Session(KeyfoldFlyway database, Connection connection) {
      super(database, connection);
    }

    @Override
    protected String getCurrentSchemaNameOrSearchPath() {
      return SCHEMA;
    }

    @Override
    public PublicSchema getSchema(String name) {
      return new PublicSchema(jdbcTemplate, database, name);
    }
  }

  /** The only schema. */
  static final class PublicSchema extends Schema<KeyfoldFlyway, History> {
    PublicSchema(JdbcTemplate jdbc, KeyfoldFlyway database, String name) {
      super(jdbc, database, name);
    }

    private List<String> tables() throws SQLException {
      return jdbcTemplate.queryForStringList(
          "SELECT table_name FROM information_schema.tables"
              + " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'");
    }

    @Override
    protected boolean doExists() {
      return name.equals(SCHEMA);
    }

    @Override
    protected boolean doEmpty() throws SQLException {
      return tables().isEmpty();
    }

    @Override
    protected void doCreate() {}

    @Override
    protected void doDrop() {}

    @Override
    protected void doClean() throws SQLException {
      for (String table : tables()) {
        jdbcTemplate.execute("DROP TABLE \"" + table + "\"");
      }
    }

    @Override
    protected History[] doAllTables() throws SQLException {
      return tables().stream().map(this::getTable).toArray(History[]::new);
    }

    @Override
    public History getTable(String table) {
      return new History(jdbcTemplate, database, this, table);
    }
  }

  /** A table. */
  static final class History extends Table<KeyfoldFlyway, PublicSchema> {
    History(JdbcTemplate jdbc, KeyfoldFlyway database, PublicSchema schema, String name) {
      super(jdbc, database, schema, name);
    }

    @Override
    protected boolean doExists() throws SQLException {
      return exists(null, schema, name);
    }

    /** Transactions take no locks: the commit fails if another one was faster. */
    @Override
    protected void doLock() {}

    @Override
    protected void doDrop() throws SQLException {
      jdbcTemplate.execute("DROP TABLE " + this);
    }
  }
}
