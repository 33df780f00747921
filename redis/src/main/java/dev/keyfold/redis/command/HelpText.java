package dev.keyfold.redis.command;

import dev.keyfold.redis.resp.ReplyWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The subcommand HELP of a command: lists its subcommands, each with its sentence. */
public final class HelpText {
  private HelpText() {}

  /**
   * Adds the subcommand HELP. Every user and script may call it, so it has none of the flags of the
   * other subcommands.
   *
   * @param since the first version of Redis with it
   * @param categories in addition to {@code slow}, which every HELP has
   */
  public static void add(Command command, String since, Category... categories) {
    command
        .sub("help", 2)
        .flags(Flag.LOADING, Flag.STALE)
        .in(categories)
        .since(since)
        .summary("Lists the subcommands.")
        .runs(of(command));
  }

  private static Handler of(Command command) {
    return call -> {
      String name = command.name().toUpperCase(Locale.ROOT);
      List<String> lines = new ArrayList<>();
      lines.add(name + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
      for (Command sub : command.subcommands()) {
        lines.add(sub.name().toUpperCase(Locale.ROOT));
        lines.add("    " + sub.summary());
      }
      ReplyWriter reply = call.reply();
      reply.array(lines.size());
      lines.forEach(reply::simple);
    };
  }
}
