package dev.keyfold.redis.client;

import java.util.Locale;

/** A client as CLIENT LIST shows it. */
public final class ClientLine {
  private ClientLine() {}

  /** The line, without its end. */
  public static String of(Client client, long now) {
    QueuedTransaction transaction = client.transaction();
    TrackingMode tracking = client.tracking();
    int queued = transaction == null ? -1 : transaction.queue().size();
    long input = client.transport().inputBytes();
    long output = client.transport().outputBytes();
    return String.format(
        Locale.ROOT,
        "id=%d addr=%s laddr=%s fd=%d name=%s age=%d idle=%d flags=%s db=%d sub=%d psub=%d ssub=%d"
            + " multi=%d qbuf=%d qbuf-free=%d argv-mem=%d multi-mem=%d rbs=1024 rbp=0 obl=%d oll=0"
            + " omem=0 tot-mem=%d events=r cmd=%s user=%s redir=%d resp=%d lib-name=%s lib-ver=%s",
        client.id(),
        client.transport().remoteAddress(),
        client.transport().localAddress(),
        client.id() + 7,
        client.name(),
        (now - client.createdMillis()) / 1000,
        (now - client.lastActiveMillis()) / 1000,
        flags(client),
        client.database(),
        client.subscriptions().channels().size(),
        client.subscriptions().patterns().size(),
        client.subscriptions().shards().size(),
        queued,
        input,
        0,
        0,
        0,
        0,
        input + output,
        client.lastCommand() == null ? "NULL" : client.lastCommand(),
        client.user().name(),
        tracking == null ? -1 : tracking.redirect(),
        client.reply().protocol(),
        client.library().name(),
        client.library().version());
  }

  private static String flags(Client client) {
    StringBuilder flags = new StringBuilder();
    if (client.isMonitor()) {
      flags.append('O');
    }
    if (!client.subscriptions().isEmpty()) {
      flags.append('P');
    }
    if (client.transaction() != null) {
      flags.append('x');
    }
    if (client.isBlocked()) {
      flags.append('b');
    }
    TrackingMode tracking = client.tracking();
    if (tracking != null) {
      flags.append('t');
      if (tracking.isRedirectBroken()) {
        flags.append('R');
      }
      if (tracking.isBroadcast()) {
        flags.append('B');
      }
    }
    if (client.isWatchBroken()) {
      flags.append('d');
    }
    if (client.isClosing()) {
      flags.append('c');
    }
    if (client.isNoEvict()) {
      flags.append('e');
    }
    if (client.isNoTouch()) {
      flags.append('T');
    }
    return flags.isEmpty() ? "N" : flags.toString();
  }
}
