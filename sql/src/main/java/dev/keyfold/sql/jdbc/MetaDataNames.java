package dev.keyfold.sql.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Names, and what does not exist here: procedures, privileges, user types. */
abstract class MetaDataNames extends MetaDataAbilities implements Unwrapping {
  @Override
  public String getUserName() throws SQLException {
    return "";
  }

  @Override
  public String getDatabaseProductName() throws SQLException {
    return "Keyfold";
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    return "0.1.0";
  }

  @Override
  public String getDriverName() throws SQLException {
    return "Keyfold JDBC driver";
  }

  @Override
  public String getDriverVersion() throws SQLException {
    return "0.1.0";
  }

  @Override
  public String getIdentifierQuoteString() throws SQLException {
    return "\"";
  }

  @Override
  public String getSQLKeywords() throws SQLException {
    return "";
  }

  @Override
  public String getNumericFunctions() throws SQLException {
    return "ABS,CEIL,EXP,FLOOR,LN,LOG10,MOD,POWER,ROUND,SIGN,SQRT,TRUNCATE";
  }

  @Override
  public String getStringFunctions() throws SQLException {
    return "CHAR_LENGTH,CONCAT,LOWER,POSITION,REPLACE,SUBSTRING,TRIM,UPPER";
  }

  @Override
  public String getSystemFunctions() throws SQLException {
    return "";
  }

  @Override
  public String getTimeDateFunctions() throws SQLException {
    return "CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,EXTRACT";
  }

  @Override
  public String getSearchStringEscape() throws SQLException {
    return "\\";
  }

  @Override
  public String getExtraNameCharacters() throws SQLException {
    return "";
  }

  @Override
  public String getSchemaTerm() throws SQLException {
    return "schema";
  }

  @Override
  public String getProcedureTerm() throws SQLException {
    return "";
  }

  @Override
  public String getCatalogTerm() throws SQLException {
    return "";
  }

  @Override
  public String getCatalogSeparator() throws SQLException {
    return "";
  }

  @Override
  public ResultSet getProcedures(String catalog, String schema, String name) throws SQLException {
    return MetaRows.empty(
        "PROCEDURE_CAT",
        "PROCEDURE_SCHEM",
        "PROCEDURE_NAME",
        "REMARKS",
        "PROCEDURE_TYPE#",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getProcedureColumns(String catalog, String schema, String name, String more)
      throws SQLException {
    return MetaRows.empty(
        "PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME", "COLUMN_NAME", "COLUMN_TYPE#");
  }

  @Override
  public ResultSet getColumnPrivileges(String catalog, String schema, String name, String more)
      throws SQLException {
    return MetaRows.empty(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "COLUMN_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schema, String name)
      throws SQLException {
    return MetaRows.empty(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String name)
      throws SQLException {
    return MetaRows.empty(
        "SCOPE#",
        "COLUMN_NAME",
        "DATA_TYPE#",
        "TYPE_NAME",
        "COLUMN_SIZE#",
        "BUFFER_LENGTH#",
        "DECIMAL_DIGITS#",
        "PSEUDO_COLUMN#");
  }

  @Override
  public ResultSet getCrossReference(
      String catalog, String schema, String name, String more, String other, String last)
      throws SQLException {
    return noForeignKeys();
  }

  @Override
  public ResultSet getUDTs(String catalog, String schema, String name, int[] more)
      throws SQLException {
    return MetaRows.empty(
        "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME", "DATA_TYPE#", "REMARKS", "BASE_TYPE#");
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schema, String name) throws SQLException {
    return MetaRows.empty(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "SUPERTYPE_CAT",
        "SUPERTYPE_SCHEM",
        "SUPERTYPE_NAME");
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schema, String name) throws SQLException {
    return MetaRows.empty("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME");
  }

  @Override
  public ResultSet getAttributes(String catalog, String schema, String name, String more)
      throws SQLException {
    return MetaRows.empty("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "ATTR_NAME", "DATA_TYPE#");
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return MetaRows.empty("NAME", "MAX_LEN#", "DEFAULT_VALUE", "DESCRIPTION");
  }

  @Override
  public ResultSet getFunctions(String catalog, String schema, String name) throws SQLException {
    return MetaRows.empty(
        "FUNCTION_CAT",
        "FUNCTION_SCHEM",
        "FUNCTION_NAME",
        "REMARKS",
        "FUNCTION_TYPE#",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getFunctionColumns(String catalog, String schema, String name, String more)
      throws SQLException {
    return MetaRows.empty(
        "FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "COLUMN_NAME", "COLUMN_TYPE#");
  }

  @Override
  public ResultSet getPseudoColumns(String catalog, String schema, String name, String more)
      throws SQLException {
    return MetaRows.empty("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "DATA_TYPE#");
  }

  /** Foreign keys do not exist. */
  static ResultSet noForeignKeys() {
    return MetaRows.empty(
        "PKTABLE_CAT",
        "PKTABLE_SCHEM",
        "PKTABLE_NAME",
        "PKCOLUMN_NAME",
        "FKTABLE_CAT",
        "FKTABLE_SCHEM",
        "FKTABLE_NAME",
        "FKCOLUMN_NAME",
        "KEY_SEQ#",
        "UPDATE_RULE#",
        "DELETE_RULE#",
        "FK_NAME",
        "PK_NAME",
        "DEFERRABILITY#");
  }
}
