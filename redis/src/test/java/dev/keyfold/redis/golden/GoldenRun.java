package dev.keyfold.redis.golden;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a table against a server, with a second client that listens to the events of keys. For one
 * thread.
 */
final class GoldenRun implements AutoCloseable {
  /** Lets time pass on the server. */
  interface Clock {
    void pass(long millis) throws InterruptedException;
  }

  private static final Pattern EVENT =
      Pattern.compile("\\[\"pmessage\", \".*?\", \"__keyspace@(\\d+)__:(.*)\", \"(.*)\"\\]");
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final TranscriptClient client;
  private final TranscriptClient listener;
  private final Clock clock;

  GoldenRun(int port, Clock clock) throws IOException {
    this.clock = clock;
    client = new TranscriptClient(port);
    listener = new TranscriptClient(port);
    client.call("FLUSHALL");
    client.call("CONFIG", "SET", "notify-keyspace-events", "KAmn");
    listener.call("PSUBSCRIBE", "__keyspace@*__:*");
  }

  /** The lines that stand behind the entry if the server is right. */
  List<String> run(GoldenTable.Entry entry) throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    List<String> words = GoldenTable.words(entry.command());
    if (!words.get(0).equals("wait")) {
      // HELLO tells the client's number, which is another one every time.
      lines.add(client.call(words).replaceFirst("\"id\": \\d+", "\"id\": 1"));
      events(lines);
      return lines;
    }
    clock.pass(Long.parseLong(words.get(1)));
    // What is due is removed soon, not at once.
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (lines.size() < entry.expected().size() && System.nanoTime() < end) {
      Thread.sleep(5);
      events(lines);
    }
    return lines;
  }

  /** Whatever was told before the answer to PING. */
  private void events(List<String> lines) throws IOException {
    listener.send(List.of("PING"));
    for (String line = listener.read(); !line.contains("\"pong\""); line = listener.read()) {
      Matcher event = EVENT.matcher(line);
      if (!event.matches()) {
        throw new IOException("not an event: " + line);
      }
      String database = event.group(1).equals("0") ? "" : event.group(1) + ":";
      lines.add("+ " + database + event.group(3) + " " + event.group(2));
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    listener.close();
  }
}
