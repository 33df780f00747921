package dev.keyfold.store.hbase;

import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a table: the ZooKeeper servers of the cluster, and its name there. Written {@code
 * //HOST:PORT/TABLE}, {@code //HOST,HOST,HOST:PORT/TABLE} for several servers with one port, {@code
 * NAMESPACE:TABLE} for a table outside the default namespace.
 *
 * @param hosts separated by commas
 * @param port of each of them
 * @param table with its namespace, if it has one
 */
public record HBaseAddress(String hosts, int port, String table) {
  private static final Pattern FORM =
      Pattern.compile(
          "//([A-Za-z0-9_.-]+(?:,[A-Za-z0-9_.-]+)*):([0-9]{1,5})"
              + "/((?:[A-Za-z0-9_]+:)?[A-Za-z0-9_][A-Za-z0-9_.-]*)");

  private static final int LAST_PORT = 65_535;

  public HBaseAddress {
    if (port < 1 || port > LAST_PORT) {
      throw new StoreUrlException("a port is 1 to " + LAST_PORT + "; found " + port);
    }
  }

  /** What follows {@code hbase:} in the URL. */
  static HBaseAddress of(StoreUrl url) {
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw new StoreUrlException(
          "found 'hbase:"
              + url.rest() // without options: a command may have added some
              + "', expected the ZooKeeper servers and a table: hbase://HOST:PORT/TABLE");
    }
    return new HBaseAddress(form.group(1), Integer.parseInt(form.group(2)), form.group(3));
  }

  /** Each of the ZooKeeper servers. */
  List<String> hostNames() {
    return List.of(hosts.split(",", -1));
  }

  @Override
  public String toString() {
    return "hbase://" + hosts + ":" + port + "/" + table;
  }
}
