package dev.keyfold.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps away from the terminal what HBase's client prints by itself: stack traces of attempts that
 * it repeats, hundreds of lines when a server dies. What failed in the end comes as an exception,
 * and the command says it in one line. KEYFOLD_DEBUG=1 shows all.
 *
 * <p>The library prints in several ways: by its loggers, which end at java.util.logging, by {@code
 * printStackTrace}, and by threads that end with an exception. So this stands between {@link
 * System#err} and standard error and looks at who prints; the program's own messages take another
 * way. Thread-safe.
 */
final class ClientNoise extends OutputStream {
  private static final String LIBRARY = "org.apache.";
  private static final StackWalker CALLERS = StackWalker.getInstance();

  private final OutputStream out;
  private final String library;

  /**
   * @param library what the names of classes begin with that are not to be heard
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
