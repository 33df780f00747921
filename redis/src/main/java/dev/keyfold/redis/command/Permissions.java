package dev.keyfold.redis.command;

import dev.keyfold.redis.auth.Access;
import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.state.Bytes;
import java.util.ArrayList;
import java.util.List;

/** Asks a user's rights for what a command would do. */
public final class Permissions {
  private Permissions() {}

  /** Why the user may not; null if the user may. */
  public static Denial check(User user, Command command, byte[][] arguments) {
    return user.mayAll() ? null : user.check(access(command, arguments));
  }

  /**
   * Whether the user may also read keys whose names are not among the arguments, such as those that
   * SORT makes from BY and GET: only with the right to read every key.
   */
  public static boolean mayReadAllKeys(User user, Command command, byte[][] arguments) {
    return user.mayAll() || user.mayReadAllKeys(access(command, arguments));
  }

  private static Access access(Command command, byte[][] arguments) {
    List<Access.Key> keys = new ArrayList<>();
    for (KeySpec.Key key : command.findKeys(arguments)) {
      byte[] name = arguments[key.position()];
      keys.add(new Access.Key(name, key.spec().reads(), key.spec().writes()));
    }
    String first = "";
    int firstAt = command.fullName().indexOf('|') < 0 ? 1 : 2;
    if (firstAt < arguments.length) {
      first = Bytes.text(arguments[firstAt]);
    }
    return new Access(command.id(), command.fullName(), first, keys, channels(command, arguments));
  }

  private static List<Access.Channel> channels(Command command, byte[][] arguments) {
    List<Access.Channel> channels = new ArrayList<>();
    switch (command.name()) {
      case "publish", "spublish" -> channels.add(new Access.Channel(arguments[1], false));
      case "subscribe", "ssubscribe" -> {
        for (int i = 1; i < arguments.length; i++) {
          channels.add(new Access.Channel(arguments[i], false));
        }
      }
      case "psubscribe" -> {
        for (int i = 1; i < arguments.length; i++) {
          channels.add(new Access.Channel(arguments[i], true));
        }
      }
      default -> {}
    }
    return channels;
  }
}
