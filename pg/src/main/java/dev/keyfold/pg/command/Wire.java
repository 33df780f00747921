package dev.keyfold.pg.command;

/** The numbers of the Keyfold protocol; they never change their meaning. */
public final class Wire {
  /** The only version so far. */
  public static final int VERSION = 1;

  /** The startup parameter with the version, which makes a connection one of this protocol. */
  public static final String PARAMETER = "keyfold_protocol";

  /** Who starts a server logs in under this name, with the token that the server has written. */
  public static final String OWNER = "keyfold:owner";

  /** The longest message, without its head. */
  public static final int MESSAGE_BYTES = 1 << 20;

  /** How many bytes of a file or of standard input one request asks for. */
  public static final int CHUNK = 1 << 18;

  /** How many requests for the bytes of one file are under way at most. */
  public static final int WINDOW = 4;

  // From the client.
  /** Arguments and environment. */
  public static final char RUN = 'r';

  /** Bytes that were asked for; none at the end of the file. */
  public static final char DATA = 'd';

  /** Facts of a file that were asked for. */
  public static final char FACTS = 'f';

  /** What was asked for failed. */
  public static final char FAILED = 'e';

  /** Ends the running command. */
  public static final char CANCEL = 'c';

  /** Ends the session; as in PostgreSQL's protocol. */
  public static final char TERMINATE = 'X';

  // From the server.
  /** Bytes for standard output. */
  public static final char OUTPUT = 'o';

  /** Bytes for standard error. */
  public static final char MESSAGES = 'm';

  /** Asks for bytes of a file, or of standard input, whose name is empty. */
  public static final char READ = 'q';

  /** Asks for the facts of a file. */
  public static final char STAT = 'i';

  /** The exit status. */
  public static final char EXIT = 'x';

  /** Why a file cannot be read. */
  public static final int FAILED_OTHERWISE = 0;

  public static final int FAILED_MISSING = 1;

  public static final int FAILED_DENIED = 2;

  private Wire() {}
}
