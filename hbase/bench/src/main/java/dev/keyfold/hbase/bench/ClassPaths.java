package dev.keyfold.hbase.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is on the class path of a subject. Ours and the plain client have that of this JVM; Phoenix
 * has what hbase/phoenix has resolved, and of ours these few classes, which need nothing but Java's
 * own SQL.
 */
final class ClassPaths {
  private static final Path PHOENIX =
      Path.of("..", "phoenix", "target").toAbsolutePath().normalize();

  private ClassPaths() {}

  static String of(Subject subject) {
    return subject == Subject.PHOENIX
        ? classes() + File.pathSeparator + phoenix()
        : System.getProperty("java.class.path");
  }

  /** Phoenix with all of HBase: for the servers, too, which run part of it. */
  static String phoenix() {
    Path file = PHOENIX.resolve("classpath");
    if (!Files.exists(file)) {
      throw new IllegalStateException("no " + file + ": build the module hbase/phoenix first");
    }
    try {
      return PHOENIX.resolve("classes") + File.pathSeparator + Files.readString(file).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path classes() {
    try {
      return Path.of(ClassPaths.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
