package dev.keyfold.pg.message;

/** The longest messages, and the most parts of one. */
public final class MessageLimits {
  /** Of a startup packet, as in PostgreSQL. */
  public static final int STARTUP_BYTES = 10_000;

  /** Of a message before the login has succeeded. */
  public static final int LOGIN_BYTES = 65_535;

  /** Of any other message. */
  public static final int MESSAGE_BYTES = 64 << 20;

  /** Of a message of the Keyfold protocol. */
  public static final int SESSION_BYTES = (1 << 20) + 64;

  /** Parameters of a statement; their number is 16 bits wide. */
  public static final int PARAMETERS = 65_535;

  private MessageLimits() {}
}
