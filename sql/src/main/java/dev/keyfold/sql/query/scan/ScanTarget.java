package dev.keyfold.sql.query.scan;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.session.Access;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** The target of a scan: a table, or structures shown as one. Thread-safe. */
public interface ScanTarget {
  /** With its schema, as messages name it. */
  String name();

  RelDataType rowType(RelDataTypeFactory factory);

  /** The name of a field, as conditions name it. */
  String fieldName(int field);

  /** The types of the fields. */
  List<KeyType> types();

  /** The primary key first, then the readable indexes. */
  List<TargetKey> keys();

  /** About how many rows it has. */
  double rows();

  /** About how many different values a field has; negative if unknown. */
  double distinct(int field);

  /**
   * About which part of all rows fulfils conditions with constants on one expression; negative if
   * that is unknown.
   */
  default double part(List<ScanCondition> conditions) {
    return -1;
  }

  /** Whether plans made for it still hold: its definition has not changed. */
  boolean isCurrent();

  /** Checks that the user may read it. */
  void checkAccess(Access access);

  /** Starts a scan. The caller closes it. */
  ScanCursor open(QueryContext context, ScanRequest request);

  /** How a scan would be done, in lines of name and text, for EXPLAIN. */
  List<String> explain(QueryContext context, ScanRequest request);
}
