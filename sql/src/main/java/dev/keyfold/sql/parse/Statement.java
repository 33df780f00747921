package dev.keyfold.sql.parse;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A parsed statement. Names are folded already; expressions are kept as text. */
public sealed interface Statement {
  /**
   * A name and where it stands.
   *
   * @param schema empty if none was written
   */
  record Name(String schema, String text, int at) {}

  /** SELECT, WITH, VALUES, EXPLAIN and whatever else the query side parses. */
  record Query(String text) implements Statement {}

  /** A sequence's options; null where the default counts. */
  record SequenceOptions(
      @Nullable Long start,
      @Nullable Long increment,
      @Nullable Long min,
      @Nullable Long max,
      boolean cycle) {
    /** All defaults. */
    public static final SequenceOptions DEFAULT =
        new SequenceOptions(null, null, null, null, false);
  }

  /** GENERATED … AS IDENTITY. */
  record Identity(boolean always, SequenceOptions options) {}

  /** A column of CREATE TABLE or ADD COLUMN. */
  record Column(
      Name name,
      ColumnType type,
      boolean notNull,
      @Nullable Fragment defaultValue,
      @Nullable Identity identity) {}

  /** A part of a key or index: a column, or a function of one. */
  record KeyPart(String expression, boolean descending, int at) {}

  /** A constraint, of a column or of the table. */
  sealed interface Constraint {
    /** PRIMARY KEY. */
    record PrimaryKey(@Nullable String name, List<KeyPart> parts, int at) implements Constraint {}

    /** UNIQUE. */
    record Unique(@Nullable String name, List<KeyPart> parts, int at) implements Constraint {}

    /** CHECK. */
    record Check(@Nullable String name, Fragment condition) implements Constraint {}
  }

  /** CREATE TABLE; {@code query} of CREATE TABLE … AS. */
  record CreateTable(
      Name name,
      boolean ifNotExists,
      List<Column> columns,
      List<Constraint> constraints,
      Map<String, String> options,
      @Nullable Fragment query)
      implements Statement {}

  /** CREATE INDEX. */
  record CreateIndex(
      @Nullable String name,
      Name table,
      boolean unique,
      boolean ifNotExists,
      List<KeyPart> parts,
      List<String> include,
      @Nullable Fragment where,
      Map<String, String> options)
      implements Statement {}

  /** CREATE VIEW. */
  record CreateView(
      Name name, boolean replace, boolean ifNotExists, List<String> columns, Fragment query)
      implements Statement {}

  /** CREATE SEQUENCE. */
  record CreateSequence(Name name, boolean ifNotExists, SequenceOptions options)
      implements Statement {}

  /** What DROP drops. */
  enum Kind {
    TABLE,
    INDEX,
    VIEW,
    SEQUENCE
  }

  /** DROP; {@code on} of DROP INDEX … ON table. */
  record Drop(Kind kind, List<Name> names, boolean ifExists, @Nullable Name on)
      implements Statement {}

  /** ALTER TABLE. */
  record AlterTable(Name table, boolean ifExists, List<Action> actions) implements Statement {}

  /** A change of ALTER TABLE. */
  sealed interface Action {
    /** ADD COLUMN. */
    record AddColumn(Column column, List<Constraint> constraints, boolean ifNotExists)
        implements Action {}

    /** DROP COLUMN. */
    record DropColumn(Name column, boolean ifExists) implements Action {}

    /** RENAME COLUMN. */
    record RenameColumn(Name from, Name to) implements Action {}

    /** RENAME TO. */
    record RenameTable(Name to) implements Action {}

    /** ALTER COLUMN … SET DEFAULT; null drops it. */
    record SetDefault(Name column, @Nullable Fragment value) implements Action {}

    /** ALTER COLUMN … SET or DROP NOT NULL. */
    record SetNotNull(Name column, boolean notNull) implements Action {}

    /** ADD CONSTRAINT. */
    record AddConstraint(Constraint constraint) implements Action {}

    /** DROP CONSTRAINT. */
    record DropConstraint(Name name, boolean ifExists) implements Action {}

    /** SET (ttl = …, shards = …). */
    record SetOptions(Map<String, String> options) implements Action {}
  }

  /** One column of SET, and its new value. */
  record Assignment(Name column, Cell value) {}

  /**
   * ON CONFLICT.
   *
   * @param columns the columns of the key or unique index; empty for any
   * @param constraint the name after ON CONSTRAINT
   * @param set empty for DO NOTHING
   */
  record OnConflict(
      List<Name> columns,
      @Nullable Name constraint,
      List<Assignment> set,
      @Nullable Fragment where) {}

  /** INSERT: rows of VALUES, or a query; neither for DEFAULT VALUES. */
  record Insert(
      Name table,
      @Nullable String alias,
      List<Name> columns,
      List<List<Cell>> rows,
      @Nullable Fragment query,
      boolean overriding,
      @Nullable OnConflict conflict,
      @Nullable Fragment returning)
      implements Statement {}

  /** UPDATE. */
  record Update(
      Name table,
      @Nullable String alias,
      List<Assignment> set,
      @Nullable Fragment from,
      @Nullable Fragment where,
      @Nullable Fragment returning)
      implements Statement {}

  /** DELETE. */
  record Delete(
      Name table,
      @Nullable String alias,
      @Nullable Fragment using,
      @Nullable Fragment where,
      @Nullable Fragment returning)
      implements Statement {}

  /** TRUNCATE. */
  record Truncate(List<Name> tables) implements Statement {}

  /** ANALYZE; all tables if none is named. */
  record Analyze(List<Name> tables) implements Statement {}

  /** BEGIN. */
  record Begin() implements Statement {}

  /** COMMIT. */
  record Commit() implements Statement {}

  /** ROLLBACK. */
  record Rollback() implements Statement {}

  /** SAVEPOINT. */
  record Savepoint(String name) implements Statement {}

  /** ROLLBACK TO SAVEPOINT. */
  record RollbackTo(Name name) implements Statement {}

  /** RELEASE SAVEPOINT. */
  record Release(Name name) implements Statement {}

  /** SET; a null value of RESET and of SET … TO DEFAULT. */
  record Set(Name name, @Nullable String value) implements Statement {}

  /** SHOW; {@code all} for all. */
  record Show(Name name) implements Statement {}

  /**
   * COPY.
   *
   * @param table null if a query is copied
   * @param file null for STDIN and STDOUT
   */
  record Copy(
      @Nullable Name table,
      List<Name> columns,
      @Nullable Fragment query,
      boolean from,
      @Nullable String file,
      Map<String, String> options)
      implements Statement {}

  /** A statement without anything in it. */
  record Empty() implements Statement {}
}
