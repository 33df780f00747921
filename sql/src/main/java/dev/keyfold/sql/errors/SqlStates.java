package dev.keyfold.sql.errors;

/** The SQLSTATE codes that statements fail with, as PostgreSQL uses them. */
public final class SqlStates {
  public static final String FEATURE_NOT_SUPPORTED = "0A000";
  public static final String CARDINALITY_VIOLATION = "21000";
  public static final String DATA_EXCEPTION = "22000";
  public static final String NUMERIC_OUT_OF_RANGE = "22003";
  public static final String DIVISION_BY_ZERO = "22012";
  public static final String INVALID_PARAMETER = "22023";
  public static final String INVALID_TEXT = "22P02";
  public static final String INVALID_DATETIME = "22007";
  public static final String NOT_NULL_VIOLATION = "23502";
  public static final String UNIQUE_VIOLATION = "23505";
  public static final String CHECK_VIOLATION = "23514";
  public static final String ACTIVE_TRANSACTION = "25001";
  public static final String READ_ONLY_TRANSACTION = "25006";
  public static final String NO_ACTIVE_TRANSACTION = "25P01";
  public static final String IN_FAILED_TRANSACTION = "25P02";
  public static final String SERIALIZATION_FAILURE = "40001";
  public static final String INSUFFICIENT_PRIVILEGE = "42501";
  public static final String SYNTAX_ERROR = "42601";
  public static final String UNDEFINED_COLUMN = "42703";
  public static final String AMBIGUOUS_COLUMN = "42702";
  public static final String DUPLICATE_COLUMN = "42701";
  public static final String UNDEFINED_FUNCTION = "42883";
  public static final String UNDEFINED_TABLE = "42P01";
  public static final String UNDEFINED_OBJECT = "42704";
  public static final String DUPLICATE_TABLE = "42P07";
  public static final String DUPLICATE_OBJECT = "42710";
  public static final String GROUPING_ERROR = "42803";
  public static final String DATATYPE_MISMATCH = "42804";
  public static final String INVALID_DEFINITION = "42P17";
  public static final String OUT_OF_MEMORY = "53200";
  public static final String CONFIGURATION_LIMIT_EXCEEDED = "53400";
  public static final String NOT_IN_PREREQUISITE_STATE = "55000";
  public static final String QUERY_CANCELED = "57014";
  public static final String IO_ERROR = "58030";
  public static final String INTERNAL_ERROR = "XX000";

  private SqlStates() {}
}
