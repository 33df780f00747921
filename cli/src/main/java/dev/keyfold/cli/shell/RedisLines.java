package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.redis.RedisSession;
import dev.keyfold.redis.resp.Reply;
import dev.keyfold.redis.resp.ReplyText;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Redis commands in a shell, run in this process on the open store. The structures are opened by
 * the first command and closed before anything else may write to the store, since they keep sizes
 * and ids in memory. Not thread-safe.
 */
final class RedisLines implements AutoCloseable {
  /** Always a Redis command: {@code redis get bob}. */
  static final String PREFIX = "redis";

  /** Commands whose reply is a text of several lines; redis-cli prints it without quotes. */
  private static final Pattern TEXTS =
      Pattern.compile(
          "(?i)(info|lolwut|client\\s+(list|info)|memory\\s+(doctor|malloc-stats)"
              + "|latency\\s+(doctor|graph)|cluster\\s+(info|nodes))(\\s.*)?");

  private final Console console;
  private final Store store;
  private @Nullable RedisSession session;

  /** Selected again when the structures are opened again. */
  private int database;

  RedisLines(Console console, Store store) {
    this.console = console;
    this.store = store;
  }

  private RedisSession session() {
    RedisSession open = session;
    if (open == null) {
      open = RedisSession.over(store);
      session = open;
      if (database != 0) {
        open.run("select " + database);
      }
    }
    return open;
  }

  /** Whether the store can have structures, and there is a Redis command of that name. */
  boolean knows(String word) {
    return canOpen() && session().knows(word);
  }

  /** The names of all commands in lower case; none on a store that cannot have structures. */
  List<String> names() {
    return canOpen() ? session().commandNames() : List.of();
  }

  private boolean canOpen() {
    return console.served() == null // there the server owns the structures
        && store.has(Capability.ATOMIC_BATCH)
        && store.has(Capability.SNAPSHOT);
  }

  /** The selected database, for the prompt. */
  int database() {
    return session == null ? database : session.database();
  }

  /** Runs the line and prints the reply; the exit status is 1 if it is an error. */
  int run(String line, boolean json) throws IOException {
    if (console.served() != null) {
      console.complain(
          "Redis commands of a running server are for a Redis client, such as redis-cli; the"
              + " commands structure get and structure set work here");
      return ExitCode.USAGE;
    }
    int status = ExitCode.DONE;
    boolean text = TEXTS.matcher(line).matches();
    for (Reply reply : session().run(line)) {
      if (json) {
        new JsonWriter(console.out()).line(json(reply));
      } else if (text && reply.kind() == Reply.Kind.STRING) {
        console.out().text(reply.text().stripTrailing()).endLine();
      } else {
        console.out().text(ReplyText.of(reply)).endLine();
      }
      status = reply.isError() ? ExitCode.BAD_INPUT : status;
    }
    return status;
  }

  /** Whether commands are being queued, so that an unknown one has to fail the transaction. */
  boolean isQueueing() {
    return session != null && session.isQueueing();
  }

  /** Whether closing now would lose a transaction. */
  boolean isInTransaction() {
    return session != null && session.isInTransaction();
  }

  /** Closes the structures; the next command opens them again. */
  @Override
  public void close() {
    if (session != null) {
      database = session.database();
      RedisSession closing = session;
      session = null;
      closing.close();
    }
  }

  private static @Nullable Object json(Reply reply) {
    return switch (reply.kind()) {
      case NIL -> null;
      case INTEGER -> Long.parseLong(reply.text());
      case DOUBLE -> number(reply.text());
      case BOOLEAN -> reply.text().equals("t");
      case STATUS, VERBATIM, BIG_NUMBER -> reply.text();
      case ERROR -> Map.of("error", reply.text());
      case STRING -> text(reply);
      case ARRAY, SET, PUSH -> {
        List<@Nullable Object> list = new ArrayList<>();
        reply.elements().forEach(element -> list.add(json(element)));
        yield list;
      }
      case MAP -> {
        Map<String, @Nullable Object> map = new TreeMap<>();
        for (int i = 0; i < reply.elements().size(); i += 2) {
          map.put(text(reply.elements().get(i)), json(reply.elements().get(i + 1)));
        }
        yield map;
      }
    };
  }

  private static Object number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return text; // inf, -inf, nan
    }
  }

  /** UTF-8 as it is; what is not UTF-8 with quotes and escapes, as redis-cli shows it. */
  private static String text(Reply reply) {
    byte[] bytes = reply.bytes();
    return Utf8.indexOfMalformed(bytes, 0, bytes.length) < 0
        ? new String(bytes, StandardCharsets.UTF_8)
        : ReplyText.of(reply);
  }
}
