package dev.keyfold.redis.command;

/** The error reply of a command. Its text begins with a code, such as {@code ERR}. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the whole text of the reply. */
  public CommandException(String text) {
    super(text, null, false, false);
  }

  /** {@code ERR } and the text. */
  public static CommandException err(String text) {
    return new CommandException("ERR " + text);
  }

  /** {@code ERR syntax error}. */
  public static CommandException syntax() {
    return err("syntax error");
  }

  /** {@code ERR value is not an integer or out of range}. */
  public static CommandException notAnInteger() {
    return err("value is not an integer or out of range");
  }

  /** {@code ERR unknown subcommand or wrong number of arguments for 'found'. Try X HELP.}. */
  public static CommandException subcommand(String found, String command) {
    return err(
        "unknown subcommand or wrong number of arguments for '"
            + found
            + "'. Try "
            + command
            + " HELP.");
  }

  /** {@code ERR wrong number of arguments for 'name' command}. */
  public static CommandException arguments(String fullName) {
    return err("wrong number of arguments for '" + fullName + "' command");
  }

  @Override
  public String getMessage() {
    String text = super.getMessage();
    return text == null ? "ERR" : text;
  }
}
