package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.key.EntryName;
import dev.keyfold.structures.resume.ImportCheckpoint;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shared by the imports into structures: they resume where an interrupted one has stopped, and stop
 * at a signal. For one run; not thread-safe.
 */
final class ResumableImport {
  private final Console console;
  private final ImportCheckpoint checkpoint;
  private final boolean restart;
  private final BooleanSupplier interrupted;
  private boolean stopped;

  ResumableImport(
      Console console, ImportCheckpoint checkpoint, boolean restart, BooleanSupplier interrupted) {
    this.console = console;
    this.checkpoint = checkpoint;
    this.restart = restart;
    this.interrupted = interrupted;
  }

  /** Where the import remembers its progress; says so if it resumes. */
  ImportCheckpoint begin() {
    if (restart) {
      checkpoint.forget();
    } else if (checkpoint.recall() != null) {
      console.complain(
          "resuming the interrupted import after its last commit (--restart starts from the"
              + " beginning)");
    }
    return checkpoint;
  }

  boolean goesOn() {
    return !interrupted.getAsBoolean();
  }

  /** The import was stopped before its end. */
  void stoppedAfter(byte[] key) {
    stopped = true;
    console.complain(
        "stopped after "
            + EntryName.of(key)
            + ": interrupted; run the same command to resume there");
    console.flush();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Tells the bar, and ends the verification at a signal. */
  LongConsumer whileVerifying(ProgressBar bar) {
    return done -> {
      bar.show(done, done);
      if (!goesOn()) {
        throw new InterruptedVerification();
      }
    };
  }

  /** The result of a verification; null if it was interrupted. */
  <T> @Nullable T verify(Supplier<T> verification) {
    try {
      return verification.get();
    } catch (InterruptedVerification e) {
      console.badInput("not verified: interrupted; run the command again");
      console.flush();
      return null;
    }
  }

  /** Nothing else can end the loop over a store. */
  private static final class InterruptedVerification extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InterruptedVerification() {
      super("interrupted", null, false, false);
    }
  }
}
