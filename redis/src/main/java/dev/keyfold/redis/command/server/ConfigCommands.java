package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** CONFIG. */
public final class ConfigCommands implements Family {
  private static final Set<String> SECRETS = Set.of("requirepass", "masterauth", "masteruser");

  private final Config config;
  private final Stats stats;
  private final CommandTable table;

  /** For the server's parameters and counters. */
  public ConfigCommands(Config config, Stats stats, CommandTable table) {
    this.config = config;
    this.stats = stats;
    this.table = table;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    Command parent =
        commands.add("config", -2).since("2.0.0").summary("Container for configuration commands.");
    sub(parent, "get", -3, "Returns the values of parameters.", this::get);
    sub(parent, "set", -4, "Sets parameters.", this::set);
    sub(parent, "resetstat", 2, "Resets the counters.", this::resetStat);
    sub(parent, "rewrite", 2, "Writes the configuration file.", ConfigCommands::rewrite);
    HelpText.add(parent, "5.0.0");
  }

  private static void sub(Command config, String name, int arity, String text, Handler handler) {
    config
        .sub(name, arity)
        .flags(ADMIN, NOSCRIPT, LOADING, STALE)
        .since("2.0.0")
        .summary(text)
        .runs(handler);
  }

  private void get(Call call) {
    List<byte[]> patterns = call.argsFrom(2);
    Map<String, String> found = config.matching(patterns);
    call.reply().map(found.size());
    found.forEach(
        (name, value) -> {
          call.reply().bulk(name);
          call.reply().bulk(value);
        });
  }

  private void set(Call call) {
    if (call.count() % 2 != 0) {
      throw CommandException.syntax();
    }
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 2; i < call.count(); i += 2) {
      names.add(call.text(i));
      values.add(call.text(i + 1));
      if (SECRETS.contains(call.text(i).toLowerCase(Locale.ROOT))) {
        call.redact(i + 1);
      }
    }
    try {
      config.set(names, values);
    } catch (Config.RefusedException e) {
      throw CommandException.err(e.getMessage());
    }
    call.reply().ok();
  }

  private void resetStat(Call call) {
    stats.reset();
    table.all().forEach(command -> command.stats().reset());
    call.reply().ok();
  }

  private static void rewrite(Call call) {
    throw CommandException.err("The server is running without a config file");
  }
}
