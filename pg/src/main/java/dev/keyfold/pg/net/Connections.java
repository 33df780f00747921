package dev.keyfold.pg.net;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** All open connections by their numbers, which clients name to cancel a statement. Thread-safe. */
public final class Connections {
  private final Map<Integer, PgConnection> byNumber = new ConcurrentHashMap<>();
  private final AtomicInteger last = new AtomicInteger();
  private final SecureRandom random = new SecureRandom();

  /** Where the client connects from. */
  static String address(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress socket
            && socket.getAddress() != null
        ? socket.getAddress().getHostAddress()
        : String.valueOf(channel.remoteAddress());
  }

  int nextNumber() {
    return last.updateAndGet(number -> number == Integer.MAX_VALUE ? 1 : number + 1);
  }

  int newSecret() {
    return random.nextInt();
  }

  void add(PgConnection connection) {
    byNumber.put(connection.number(), connection);
  }

  void remove(PgConnection connection) {
    byNumber.remove(connection.number(), connection);
  }

  /** Cancels if the secret is right; the caller gets no answer either way. */
  void cancel(int number, int secret) {
    PgConnection connection = byNumber.get(number);
    if (connection != null && connection.isSecret(secret)) {
      connection.cancel();
    }
  }

  public int count() {
    return byNumber.size();
  }

  Collection<PgConnection> all() {
    return List.copyOf(byNumber.values());
  }

  /** Ends all of them with an error that says why. */
  public void shutDown() {
    all().forEach(PgConnection::shutDown);
  }
}
