package dev.keyfold.hbase.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** A table of orders under test, open. One thread at a time. */
interface TableSubject extends AutoCloseable {
  /** Writes new orders with their index entries; they survive the death of any process. */
  void write(List<Order> batch) throws IOException, SQLException;

  /** {@link Order#digest()} of the order with this primary key. */
  long get(String user, Instant date, String id) throws IOException, SQLException;

  /** All orders of a user, newest first. */
  Rows ofUser(String user) throws IOException, SQLException;

  /** Orders of a user from one date to another, which is not among them; newest first. */
  Rows ofUser(String user, Instant from, Instant to, int limit) throws IOException, SQLException;

  /** Date and amount of the newest orders of a category, which the index has. */
  Rows amounts(String category, int limit) throws IOException, SQLException;

  /** The newest orders of a category with all their fields. */
  Rows ofCategory(String category, int limit) throws IOException, SQLException;

  /**
   * Throws if a query is answered in another way than the one that is to be measured; returns what
   * the plans are, for the eyes of a person.
   */
  String plans() throws IOException, SQLException;

  @Override
  void close() throws IOException, SQLException;
}
