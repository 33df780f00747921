package dev.keyfold.peers.phoenix;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.phoenix.jdbc.PhoenixConnection;
import org.apache.phoenix.schema.PColumn;
import org.apache.phoenix.schema.PTable;
import org.apache.phoenix.schema.PTableKey;
import org.apache.phoenix.util.PhoenixRuntime;

/**
 * Answers questions about row keys with Phoenix itself, without a cluster: one line in, one line
 * out, columns separated by tabs.
 *
 * <pre>
 *   ddl STATEMENT            ok
 *   row TABLE VALUE...       keys TABLE=HEX INDEX=HEX ...      of an upserted row
 *   read TABLE HEX           values VALUE ...                  of a row key, as Phoenix reads it
 *   anything that fails      error MESSAGE
 * </pre>
 *
 * <p>{@link Wire} says how a value is written.
 */
public final class Oracle {
  private final Connection connection;

  private Oracle(Connection connection) {
    this.connection = connection;
  }

  /** Reads questions until the input ends; the arguments are properties, as name=value. */
  public static void main(String[] args) throws IOException, SQLException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.setOut(System.err); // whatever a library prints is not an answer
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Properties properties = new Properties();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      properties.setProperty(arg.substring(0, equals), arg.substring(equals + 1));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:phoenix:none", properties)) {
      connection.setAutoCommit(false);
      Oracle oracle = new Oracle(connection);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(oracle.answer(line.split("\t", -1)));
        out.flush();
      }
    }
  }

  private String answer(String[] question) {
    try {
      return switch (question[0]) {
        case "ddl" -> define(question[1]);
        case "row" -> keys(question);
        case "read" -> read(question[1], HexFormat.of().parseHex(question[2]));
        default -> "error\tnot a question: " + question[0];
      };
    } catch (SQLException | RuntimeException e) {
      return "error\t" + String.valueOf(e).replaceAll("\\s+", " ");
    }
  }

  private String define(String statement) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
    return "ok";
  }

  private String keys(String[] question) throws SQLException {
    String marks = String.join(",", Collections.nCopies(question.length - 2, "?"));
    try (PreparedStatement upsert =
        connection.prepareStatement("UPSERT INTO " + question[1] + " VALUES (" + marks + ")")) {
      for (int i = 2; i < question.length; i++) {
        Wire.set(upsert, i - 1, question[i]);
      }
      upsert.execute();
      StringBuilder answer = new StringBuilder("keys");
      Iterator<Pair<byte[], List<Cell>>> changes =
          PhoenixRuntime.getUncommittedDataIterator(connection, true);
      while (changes.hasNext()) {
        Pair<byte[], List<Cell>> change = changes.next();
        answer.append('\t').append(new String(change.getFirst(), StandardCharsets.UTF_8));
        byte[] key = CellUtil.cloneRow(change.getSecond().get(0));
        answer.append('=').append(HexFormat.of().formatHex(key));
      }
      return answer.toString();
    } finally {
      connection.rollback();
    }
  }

  private String read(String name, byte[] key) throws SQLException {
    PTable table = connection.unwrap(PhoenixConnection.class).getTable(new PTableKey(null, name));
    ImmutableBytesWritable slot = new ImmutableBytesWritable();
    int end = table.getRowKeySchema().iterator(key, slot);
    StringBuilder answer = new StringBuilder("values");
    int salt = table.getBucketNum() == null ? 0 : 1;
    for (int i = 0; i < table.getPKColumns().size(); i++) {
      PColumn column = table.getPKColumns().get(i);
      Boolean present = table.getRowKeySchema().next(slot, i, end);
      Object value =
          Boolean.TRUE.equals(present)
              ? column
                  .getDataType()
                  .toObject(
                      slot,
                      column.getDataType(),
                      column.getSortOrder(),
                      column.getMaxLength(),
                      column.getScale())
              : null;
      if (i >= salt) {
        answer.append('\t').append(Wire.text(value));
      }
    }
    return answer.toString();
  }
}
