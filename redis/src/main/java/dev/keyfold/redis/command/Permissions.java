package dev.keyfold.redis.command;

import dev.keyfold.redis.auth.CommandAccess;
import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.state.ByteKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a user's rights for what a command would do. */
public final class Permissions {
  private Permissions() {}

  /** Why the user may not; null if the user may. */
  public static @Nullable Denial check(User user, Command command, byte[][] arguments) {
    return user.mayAll() ? null : user.check(access(command, arguments));
  }

  /**
   * Whether the user may also read keys whose names are not among the arguments, such as those that
   * SORT derives from BY and GET: requires the right to read every key.
   */
  public static boolean mayReadAllKeys(User user, Command command, byte[][] arguments) {
    return user.mayAll() || user.mayReadAllKeys(access(command, arguments));
  }

  private static CommandAccess access(Command command, byte[][] arguments) {
    List<CommandAccess.Key> keys = new ArrayList<>();
    for (KeySpec.Key key : command.findKeys(arguments)) {
      byte[] name = arguments[key.position()];
      keys.add(new CommandAccess.Key(name, key.spec().reads(), key.spec().writes()));
    }
    String first = "";
    int firstAt = command.fullName().indexOf('|') < 0 ? 1 : 2;
    if (firstAt < arguments.length) {
      first = ByteKey.text(arguments[firstAt]);
    }
    return new CommandAccess(
        command.id(), command.fullName(), first, keys, channels(command, arguments));
  }

  private static List<CommandAccess.Channel> channels(Command command, byte[][] arguments) {
    List<CommandAccess.Channel> channels = new ArrayList<>();
    switch (command.name()) {
      case "publish", "spublish" -> channels.add(new CommandAccess.Channel(arguments[1], false));
      case "subscribe", "ssubscribe" -> {
        for (int i = 1; i < arguments.length; i++) {
          channels.add(new CommandAccess.Channel(arguments[i], false));
        }
      }
      case "psubscribe" -> {
        for (int i = 1; i < arguments.length; i++) {
          channels.add(new CommandAccess.Channel(arguments[i], true));
        }
      }
      default -> {}
    }
    return channels;
  }
}
