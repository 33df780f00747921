package dev.keyfold.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Filters the output of HBase's client: stack traces of attempts that it retries, hundreds of lines
 * when a server dies. The final failure arrives as an exception, and the command reports it in one
 * line. KEYFOLD_DEBUG=1 shows everything.
 *
 * <p>The library prints in several ways: through its loggers, which end at java.util.logging,
 * through {@code printStackTrace}, and through threads that end with an exception. So this class
 * wraps {@link System#err} and inspects the calling class; the program's own messages bypass it.
 * Thread-safe.
 */
final class ClientNoise extends OutputStream {
  private static final String LIBRARY = "org.apache.";
  private static final StackWalker CALLERS = StackWalker.getInstance();

  private final OutputStream out;
  private final String library;

  /**
   * @param library the prefix of the class names whose output is suppressed
   */
  ClientNoise(OutputStream out, String library) {
    this.out = out;
    this.library = library;
  }

  /** For the whole program: which library a command loads is known only when it opens a store. */
  static void silence() {
    if (!"1".equals(System.getenv("KEYFOLD_DEBUG"))) {
      PrintStream err = System.err;
      System.setErr(new PrintStream(new ClientNoise(err, LIBRARY), true, StandardCharsets.UTF_8));
      Thread.setDefaultUncaughtExceptionHandler(
          (thread, error) -> {
            if (!isOf(error, LIBRARY)) {
              err.print("Exception in thread \"" + thread.getName() + "\" ");
              error.printStackTrace(err);
            }
          });
    }
  }

  /** Whether an exception was thrown within the library, and not by what it called of ours. */
  static boolean isOf(Throwable error, String library) {
    for (StackTraceElement frame : error.getStackTrace()) {
      if (!isJava(frame.getClassName())) {
        return frame.getClassName().startsWith(library);
      }
    }
    return false;
  }

  private static boolean isJava(String name) {
    return name.startsWith("java.")
        || name.startsWith("javax.")
        || name.startsWith("jdk.")
        || name.startsWith("sun.");
  }

  /** Whether the nearest caller outside of Java and of this class is one of the library. */
  private boolean isNoise() {
    return CALLERS.walk(
        frames ->
            frames
                .map(StackWalker.StackFrame::getClassName)
                .filter(name -> !isJava(name) && !name.equals(ClientNoise.class.getName()))
                .findFirst()
                .map(name -> name.startsWith(library))
                .orElse(false));
  }

  @Override
  public void write(int b) throws IOException {
    if (!isNoise()) {
      out.write(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (!isNoise()) {
      out.write(bytes, offset, length);
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
