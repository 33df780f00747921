package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.command.Latency;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Slowlog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** SLOWLOG, LATENCY and MONITOR. */
final class LogCommands {
  private LogCommands() {}

  static void register(CommandTable.Registry commands) {
    Command slowlog = commands.add("slowlog", -2).since("2.2.12").summary("About slow commands.");
    sub(slowlog, "get", -2, "Lists slow commands.", LogCommands::slowlog);
    sub(slowlog, "len", 2, "Counts them.", c -> c.reply().integer(c.server().slowlog().size()));
    sub(slowlog, "reset", 2, "Forgets them.", LogCommands::slowlogReset);
    HelpText.add(slowlog, "6.2.0");
    Command latency = commands.add("latency", -2).since("2.8.13").summary("About slow moments.");
    sub(latency, "latest", 2, "Lists the latest of each kind.", LogCommands::latest, NOSCRIPT);
    sub(latency, "history", 3, "Lists those of one kind.", LogCommands::history, NOSCRIPT);
    sub(latency, "reset", -2, "Forgets them.", LogCommands::latencyReset, NOSCRIPT);
    sub(latency, "graph", 3, "Draws those of one kind.", LogCommands::graph, NOSCRIPT);
    sub(latency, "doctor", 2, "Says what it thinks of them.", LogCommands::doctor, NOSCRIPT);
    sub(
        latency,
        "histogram",
        -2,
        "Tells how long commands take.",
        LogCommands::histogram,
        NOSCRIPT);
    HelpText.add(latency, "2.8.13");
    commands
        .add("monitor", 1)
        .flags(ADMIN, NOSCRIPT, LOADING, STALE)
        .summary("Shows every command as it runs.")
        .runs(
            call -> {
              call.reply().ok();
              call.server().clients().monitor(call.client(), true);
            });
  }

  private static void sub(
      Command parent, String name, int arity, String text, Handler handler, Flag... flags) {
    parent
        .sub(name, arity)
        .flags(ADMIN, LOADING, STALE)
        .flags(flags)
        .since("2.2.12")
        .summary(text)
        .runs(handler);
  }

  private static void slowlog(Call call) {
    long most = 10;
    if (call.count() == 3) {
      String range = "count should be greater than or equal to -1";
      most = call.integer(2, -1, Long.MAX_VALUE, range);
    } else if (call.count() > 3) {
      throw CommandException.arguments("slowlog|get");
    }
    List<Slowlog.Entry> entries = new ArrayList<>();
    for (Slowlog.Entry entry : call.server().slowlog().entries()) {
      if (most >= 0 && entries.size() >= most) {
        break;
      }
      entries.add(entry);
    }
    ReplyWriter reply = call.reply();
    reply.array(entries.size());
    for (Slowlog.Entry entry : entries) {
      reply.array(6);
      reply.integer(entry.id());
      reply.integer(entry.seconds());
      reply.integer(entry.micros());
      reply.array(entry.arguments().size());
      entry.arguments().forEach(reply::bulk);
      reply.bulk(entry.address());
      reply.bulk(entry.name());
    }
  }

  private static void slowlogReset(Call call) {
    call.server().slowlog().clear();
    call.reply().ok();
  }

  private static void latest(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = call.server().latency().samples();
    ReplyWriter reply = call.reply();
    reply.array(samples.size());
    samples.forEach(
        (event, all) -> {
          reply.array(4);
          reply.bulk(event);
          reply.integer(all.getLast().seconds());
          reply.integer(all.getLast().millis());
          reply.integer(all.stream().mapToLong(Latency.Sample::millis).max().orElse(0));
        });
  }

  private static void history(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = call.server().latency().samples();
    ArrayDeque<Latency.Sample> all = samples.getOrDefault(call.text(2), new ArrayDeque<>());
    ReplyWriter reply = call.reply();
    reply.array(all.size());
    for (Latency.Sample sample : all) {
      reply.array(2);
      reply.integer(sample.seconds());
      reply.integer(sample.millis());
    }
  }

  private static void latencyReset(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = call.server().latency().samples();
    int removed = 0;
    if (call.count() == 2) {
      removed = samples.size();
      samples.clear();
    }
    for (int i = 2; i < call.count(); i++) {
      removed += samples.remove(call.text(i)) != null ? 1 : 0;
    }
    call.reply().integer(removed);
  }

  private static void graph(Call call) {
    ArrayDeque<Latency.Sample> all = call.server().latency().samples().get(call.text(2));
    if (all == null) {
      throw CommandException.err("No samples available for event '" + call.text(2) + "'");
    }
    StringBuilder text = new StringBuilder();
    long most = all.stream().mapToLong(Latency.Sample::millis).max().orElse(0);
    text.append(call.text(2)).append(" - high ").append(most).append(" ms\n");
    for (Latency.Sample sample : all) {
      int length = (int) Math.max(1, sample.millis() * 60 / Math.max(1, most));
      text.append(sample.seconds()).append(' ').append("#".repeat(length));
      text.append(' ').append(sample.millis()).append(" ms\n");
    }
    call.reply().verbatim("txt", text.toString());
  }

  private static void doctor(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = call.server().latency().samples();
    String text =
        samples.isEmpty()
            ? "No slow moments were observed. latency-monitor-threshold says what counts as one.\n"
            : "Slow moments were observed: " + String.join(", ", samples.keySet()) + ".\n";
    call.reply().verbatim("txt", text);
  }

  /** Only the mean is kept, so each command has one bucket: the power of two above it. */
  private static void histogram(Call call) {
    List<Command> commands = new ArrayList<>();
    for (Command command : call.server().commands().all()) {
      boolean asked = call.count() == 2;
      for (int i = 2; i < call.count(); i++) {
        String name = call.text(i).toLowerCase(Locale.ROOT);
        asked |= name.equals(command.fullName()) || command.fullName().startsWith(name + "|");
      }
      if (asked && command.stats().calls() > 0) {
        commands.add(command);
      }
    }
    ReplyWriter reply = call.reply();
    reply.map(commands.size());
    for (Command command : commands) {
      long calls = command.stats().calls();
      long mean = Math.max(1, command.stats().micros() / calls);
      reply.bulk(command.fullName());
      reply.map(2);
      reply.bulk("calls");
      reply.integer(calls);
      reply.bulk("histogram_usec");
      reply.map(1);
      reply.integer(Long.highestOneBit(mean) * 2);
      reply.integer(calls);
    }
  }
}
