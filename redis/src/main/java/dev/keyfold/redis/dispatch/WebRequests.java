package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.RareLog;
import dev.keyfold.redis.command.Arguments;
import java.time.InstantSource;

/**
 * Rejects HTTP requests on the Redis port and passes on everything else. A web page can make a
 * browser send one to any port of the machine, and lines of its body would run as inline commands.
 * Every such request has a line that begins with {@code POST} or {@code Host:}; neither is a
 * command, so such a connection is closed without a reply. Confined to the loop thread.
 */
public final class WebRequests implements CommandSink {
  private static final long LOG_MILLIS = 60_000;

  private final CommandSink next;
  private final InstantSource clock;
  private final RareLog log = new RareLog(WebRequests.class, LOG_MILLIS);

  /** Passes commands on to {@code next}. */
  public WebRequests(CommandSink next, InstantSource clock) {
    this.next = next;
    this.clock = clock;
  }

  @Override
  public void execute(Client client, byte[][] arguments) {
    byte[] word = arguments[0];
    if (Arguments.is(word, "post") || startsWithHost(word)) {
      close(client);
    } else {
      next.execute(client, arguments);
    }
  }

  private void close(Client client) {
    log.warn(
        clock.millis(),
        () ->
            "possible attack: "
                + client.transport().remoteAddress()
                + " sent an HTTP request (POST or Host:) to the Redis port, perhaps from a web"
                + " page; its connection is closed. Further ones are logged once a minute");
    client.kill();
  }

  private static boolean startsWithHost(byte[] word) {
    return word.length >= 5
        && word[4] == ':'
        && Arguments.is(java.util.Arrays.copyOf(word, 5), "host:");
  }
}
