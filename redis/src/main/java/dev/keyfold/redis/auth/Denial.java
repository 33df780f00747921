package dev.keyfold.redis.auth;

/**
 * Why a user may not.
 *
 * @param reason what was missing
 * @param object the command, key or channel
 */
public record Denial(Reason reason, String object) {
  /** What was missing. */
  public enum Reason {
    COMMAND,
    KEY,
    CHANNEL,
    AUTH
  }

  /** The text of the error reply after its code. */
  public String message() {
    return switch (reason) {
      case COMMAND -> "this user has no permissions to run the '" + object + "' command";
      case KEY -> "this user has no permissions to access one of the keys used as arguments";
      case CHANNEL ->
          "this user has no permissions to access one of the channels used as arguments";
      case AUTH -> "Authentication required.";
    };
  }

  /** The answer of ACL DRYRUN. */
  public String dryRun() {
    return switch (reason) {
      case COMMAND -> "This user has no permissions to run the '" + object + "' command";
      case KEY -> "This user has no permissions to access the '" + object + "' key";
      case CHANNEL -> "This user has no permissions to access the '" + object + "' channel";
      case AUTH -> message();
    };
  }

  /** The error for a command queued when it was still allowed. */
  public String changedMeanwhile() {
    return "ACLs rules changed between the moment the transaction was accumulated and the EXEC"
        + " call. This command is no longer allowed for the following reason: "
        + switch (reason) {
          case COMMAND -> "no permission to execute the command or subcommand";
          case KEY -> "no permission to touch the specified keys";
          case CHANNEL ->
              "no permission to access one of the channels used as arguments to the command";
          case AUTH -> "no permission";
        };
  }
}
