package dev.keyfold.pg.command;

import dev.keyfold.sql.session.Access;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * One command of a client: its arguments, its standard streams, and the files that its arguments
 * name, which the client reads. For the thread of the command, except {@link #isCancelled}.
 */
public interface CommandCall {
  /** The arguments as the user gave them, without the name of the program. */
  List<String> arguments();

  /** What the command has to know of the client's environment. */
  Map<String, String> environment();

  /** Who has logged in. */
  String user();

  /** What the user may do with tables. */
  Access access();

  /** Whether the user may do everything. */
  boolean isAdministrator();

  /** The client's standard input. */
  InputStream in();

  /** Standard output; a write waits while the client does not take more. */
  OutputStream out();

  /** Standard error. */
  OutputStream err();

  /** Reads a file that is named in the arguments. */
  InputStream open(String file) throws IOException;

  /** What is known of a file that is named in the arguments. */
  FileFacts facts(String file) throws IOException;

  /** Whether to stop: the user has interrupted the client, or the connection is lost. */
  boolean isCancelled();

  /** Runs this when the call is cancelled; at once if it is already. */
  void onCancel(Runnable action);
}
