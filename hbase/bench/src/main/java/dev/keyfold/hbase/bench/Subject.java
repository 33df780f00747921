package dev.keyfold.hbase.bench;

import java.io.IOException;
import java.sql.SQLException;

/** Who is measured. */
enum Subject {
  SHARED("keyfold, shared"),
  OWNED("keyfold, owned"),
  PHOENIX("Phoenix 5.2.1"),
  CLIENT("plain client");

  final String label;

  Subject(String label) {
    this.label = label;
  }

  boolean isKeyfold() {
    return this == SHARED || this == OWNED;
  }

  /** Opens the table of that variant, made if it is not there, at the ZooKeeper of that port. */
  TableSubject open(int port, Variant variant) throws IOException, SQLException {
    return switch (this) {
      case SHARED -> new KeyfoldTable(port, variant, "");
      case OWNED -> new KeyfoldTable(port, variant, "?mode=owned");
      case PHOENIX -> new PhoenixTable(port, variant);
      case CLIENT -> new ClientTable(port, variant);
    };
  }
}
