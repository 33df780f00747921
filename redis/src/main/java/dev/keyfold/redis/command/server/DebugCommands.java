package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.dispatch.ActiveExpiry;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Glob;
import java.util.Locale;

/** The harmless parts of DEBUG. */
public final class DebugCommands implements Family {
  private final ActiveExpiry activeExpiry;

  /** Controls active expiry. */
  public DebugCommands(ActiveExpiry activeExpiry) {
    this.activeExpiry = activeExpiry;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    commands
        .add("debug", -2)
        .flags(ADMIN, NOSCRIPT, LOADING, STALE)
        .summary("For tests of the server.")
        .runs(this::run);
  }

  private void run(Call call) {
    switch (call.text(1).toLowerCase(Locale.ROOT)) {
      case "sleep" -> sleep(call);
      case "set-active-expire" -> {
        activeExpiry.turn(call.integer(2) != 0);
        call.reply().ok();
      }
      // Acknowledged writes are already in the store: nothing has to be reloaded.
      case "reload", "loadaof", "change-repl-id", "quicklist-packed-threshold", "jmap" ->
          call.reply().ok();
      case "stringmatch-len" -> stringMatch(call);
      case "protocol" -> protocol(call);
      case "help" -> {
        call.reply().array(1);
        call.reply()
            .simple("DEBUG SLEEP, SET-ACTIVE-EXPIRE, RELOAD, STRINGMATCH-LEN, PROTOCOL are here.");
      }
      default ->
          throw CommandException.err(
              "unknown subcommand or wrong number of arguments for '"
                  + call.text(1)
                  + "'. Try DEBUG HELP.");
    }
  }

  private static void sleep(Call call) {
    double seconds = call.count() == 3 ? call.real(2) : 0;
    try {
      Thread.sleep((long) (seconds * 1000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    call.reply().ok();
  }

  private static void stringMatch(Call call) {
    if (call.count() != 4) {
      throw CommandException.arguments("debug");
    }
    byte[] text = new byte[(int) call.integer(2, 0, 1 << 20, "length is out of range")];
    java.util.Arrays.fill(text, (byte) 'a');
    Glob.matches(call.arg(3), text);
    call.reply().ok();
  }

  private static void protocol(Call call) {
    ReplyWriter reply = call.reply();
    switch (call.count() == 3 ? call.text(2).toLowerCase(Locale.ROOT) : "") {
      case "string" -> reply.bulk("Hello World");
      case "integer" -> reply.integer(12345);
      case "double" -> reply.real(3.141);
      case "null" -> reply.nullBulk();
      case "array" -> numbers(reply, false);
      case "set" -> numbers(reply, true);
      case "map" -> {
        reply.map(3);
        for (int i = 0; i < 3; i++) {
          reply.integer(i);
          reply.bool(i == 1);
        }
      }
      case "attrib" -> {
        if (reply.protocol() > 2) {
          reply.attribute(1);
          reply.bulk("key-popularity");
          reply.array(2);
          reply.bulk("key:123");
          reply.integer(90);
        }
        reply.bulk("Some real reply following the attribute");
      }
      case "push" -> {
        reply.push(2);
        reply.bulk("server-cpu-usage");
        reply.integer(42);
      }
      case "true" -> reply.bool(true);
      case "false" -> reply.bool(false);
      case "verbatim" -> reply.verbatim("txt", "This is a verbatim\nstring");
      case "bignum" -> reply.bigNumber("1234567999999999999999999999999999999");
      default ->
          throw CommandException.err(
              "Wrong protocol type name. Please use one of the following:"
                  + " string|integer|double|null|array|set|map|attrib|push|verbatim|true|false");
    }
  }

  private static void numbers(ReplyWriter reply, boolean set) {
    if (set) {
      reply.set(3);
    } else {
      reply.array(3);
    }
    for (int i = 0; i < 3; i++) {
      reply.integer(i);
    }
  }
}
