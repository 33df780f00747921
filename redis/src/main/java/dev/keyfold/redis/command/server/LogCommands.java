package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Latency;
import dev.keyfold.redis.state.Slowlog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** SLOWLOG, LATENCY and MONITOR. */
public final class LogCommands implements Family {
  private final Slowlog slowlog;
  private final Latency latency;
  private final Clients clients;
  private final CommandTable table;

  /** With the logs that it shows. */
  public LogCommands(Slowlog slowlog, Latency latency, Clients clients, CommandTable table) {
    this.slowlog = slowlog;
    this.latency = latency;
    this.clients = clients;
    this.table = table;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    Command slow =
        commands
            .add("slowlog", -2)
            .since("2.2.12")
            .summary("Container for commands of the slow log.");
    sub(slow, "get", -2, "Lists slow commands.", this::slowlog);
    sub(
        slow,
        "len",
        2,
        "Returns the length of the slow log.",
        c -> c.reply().integer(slowlog.size()));
    sub(slow, "reset", 2, "Clears the slow log.", this::slowlogReset);
    HelpText.add(slow, "6.2.0");
    Command spikes =
        commands
            .add("latency", -2)
            .since("2.8.13")
            .summary("Container for commands about latency spikes.");
    sub(
        spikes,
        "latest",
        2,
        "Lists the latest latency spike of each event.",
        this::latest,
        NOSCRIPT);
    sub(spikes, "history", 3, "Lists the latency spikes of one event.", this::history, NOSCRIPT);
    sub(spikes, "reset", -2, "Clears the recorded latency spikes.", this::latencyReset, NOSCRIPT);
    sub(spikes, "graph", 3, "Draws the latency spikes of one event.", this::graph, NOSCRIPT);
    sub(spikes, "doctor", 2, "Returns a diagnosis of the latency spikes.", this::doctor, NOSCRIPT);
    sub(
        spikes,
        "histogram",
        -2,
        "Returns latency histograms of commands.",
        this::histogram,
        NOSCRIPT);
    HelpText.add(spikes, "2.8.13");
    commands
        .add("monitor", 1)
        .flags(ADMIN, NOSCRIPT, LOADING, STALE)
        .summary("Shows every command as it runs.")
        .runs(
            call -> {
              call.reply().ok();
              clients.monitor(call.client(), true);
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

  private void slowlog(Call call) {
    long most = 10;
    if (call.count() == 3) {
      String range = "count should be greater than or equal to -1";
      most = call.integer(2, -1, Long.MAX_VALUE, range);
    } else if (call.count() > 3) {
      throw CommandException.arguments("slowlog|get");
    }
    List<Slowlog.Entry> entries = new ArrayList<>();
    for (Slowlog.Entry entry : slowlog.entries()) {
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

  private void slowlogReset(Call call) {
    slowlog.clear();
    call.reply().ok();
  }

  private void latest(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = latency.samples();
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

  private void history(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = latency.samples();
    ArrayDeque<Latency.Sample> all = samples.getOrDefault(call.text(2), new ArrayDeque<>());
    ReplyWriter reply = call.reply();
    reply.array(all.size());
    for (Latency.Sample sample : all) {
      reply.array(2);
      reply.integer(sample.seconds());
      reply.integer(sample.millis());
    }
  }

  private void latencyReset(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = latency.samples();
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

  private void graph(Call call) {
    ArrayDeque<Latency.Sample> all = latency.samples().get(call.text(2));
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

  private void doctor(Call call) {
    Map<String, ArrayDeque<Latency.Sample>> samples = latency.samples();
    String text =
        samples.isEmpty()
            ? "No latency spikes were recorded. latency-monitor-threshold sets what counts as one.\n"
            : "Latency spikes were recorded: " + String.join(", ", samples.keySet()) + ".\n";
    call.reply().verbatim("txt", text);
  }

  /** Only the mean is kept, so each command has one bucket: the power of two above it. */
  private void histogram(Call call) {
    List<Command> chosen = new ArrayList<>();
    for (Command command : table.all()) {
      boolean asked = call.count() == 2;
      for (int i = 2; i < call.count(); i++) {
        String name = call.text(i).toLowerCase(Locale.ROOT);
        asked |= name.equals(command.fullName()) || command.fullName().startsWith(name + "|");
      }
      if (asked && command.stats().calls() > 0) {
        chosen.add(command);
      }
    }
    ReplyWriter reply = call.reply();
    reply.map(chosen.size());
    for (Command command : chosen) {
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
