package dev.keyfold.hbase.bench;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Requests that the HBase client of this JVM has sent, whichever client it is: each counts them in
 * management beans of its own package ({@code hbase.client.metrics.enable}).
 */
final class Requests {
  private Requests() {}

  /** Of all kinds since the start. */
  static long count() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    long count = 0;
    try {
      for (ObjectName name : beans.queryNames(null, null)) {
        if (name.getCanonicalName().contains("rpcCount_")) {
          count += ((Number) beans.getAttribute(name, "Count")).longValue();
        }
      }
    } catch (JMException e) {
      throw new IllegalStateException("the client's counters cannot be read", e);
    }
    return count;
  }
}
