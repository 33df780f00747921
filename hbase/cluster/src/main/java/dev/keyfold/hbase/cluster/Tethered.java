package dev.keyfold.hbase.cluster;

import java.io.IOException;

/**
 * Runs another main class for as long as whoever started this holds the other end of standard
 * input: {@code Tethered CLASS ARGUMENTS...}. So no server outlives a test, however that ended.
 */
public final class Tethered {
  private Tethered() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    Thread tether = new Thread(Tethered::untilInputEnds, "tether");
    tether.setDaemon(true);
    tether.start();
    String[] rest = new String[args.length - 1];
    System.arraycopy(args, 1, rest, 0, rest.length);
    Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
  }

  private static void untilInputEnds() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said; only the end counts.
      }
    } catch (IOException gone) {
      // as good as an end
    }
    Runtime.getRuntime().halt(0);
  }
}
