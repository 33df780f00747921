package dev.keyfold.server.command;

import dev.keyfold.server.resp.ReplyWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer of a command's HELP: its subcommands, each with its sentence. */
public final class HelpText {
  private HelpText() {}

  /** The handler of a subcommand HELP. */
  public static Handler of(Command command) {
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
