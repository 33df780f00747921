package dev.keyfold.redis.dispatch;

import dev.keyfold.port.LoginThrottle;
import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Stats;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Logs clients in and throttles password guessing. An attempt too soon after failed ones is delayed
 * like a blocked command: its connection gets no reply until then, and other clients are not
 * affected. The password is only checked after the delay, so that the delay reveals nothing.
 */
public final class Logins {
  private static final long MILLI = 1_000_000L;

  /** A few failures are free; then the delays grow until one attempt per second per user. */
  private static final LoginThrottle.Policy FOR_A_USER =
      new LoginThrottle.Policy(3, 50 * MILLI, 1_000 * MILLI, 5_000 * MILLI);

  /** An address that tries many users gets more free failures, then four attempts per second. */
  private static final LoginThrottle.Policy FOR_AN_ADDRESS =
      new LoginThrottle.Policy(20, 50 * MILLI, 250 * MILLI, 5_000 * MILLI);

  /** Timers may fire this early. */
  private static final long TOLERANCE = 5 * MILLI;

  private static final int NETWORK_BYTES = 8;

  private final Users users;
  private final Stats stats;
  private final InstantSource clock;
  private final CommandRunner runner;
  private final LoginThrottle byUser = new LoginThrottle(FOR_A_USER, System::nanoTime);
  private final LoginThrottle byAddress = new LoginThrottle(FOR_AN_ADDRESS, System::nanoTime);

  /** Logs in as one of these users. */
  public Logins(Users users, Stats stats, InstantSource clock, CommandRunner runner) {
    this.users = users;
    this.stats = stats;
    this.clock = clock;
    this.runner = runner;
  }

  /**
   * Logs the client in as the user, immediately or after the delay.
   *
   * @param whenIn writes the reply after a successful login
   */
  public void logIn(Call call, String name, String password, Consumer<ReplyWriter> whenIn) {
    String address = network(call.client().transport().remoteAddress());
    String origin = address + ' ' + name;
    long ofAddress = byAddress.enter(address);
    long ofUser = ofAddress == LoginThrottle.REFUSED ? ofAddress : byUser.enter(origin);
    if (ofUser == LoginThrottle.REFUSED) {
      throw tooMany();
    }
    long nanos = Math.max(ofAddress, ofUser);
    if (nanos == 0) {
      attempt(call, name, password, whenIn);
      return;
    }
    long earliest = System.nanoTime() + nanos - TOLERANCE;
    call.block(
        List.of(),
        nanos / MILLI + 1,
        again -> false,
        reply -> late(call, earliest, () -> attempt(call, name, password, whenIn)));
  }

  /**
   * Called before the delay is over only in a transaction, which does not block, or by CLIENT
   * UNBLOCK.
   */
  private void late(Call call, long earliest, Runnable attempt) {
    try {
      if (System.nanoTime() - earliest < 0) {
        throw tooMany();
      }
      attempt.run();
    } catch (CommandException e) {
      runner.failed(call.client(), e);
    }
  }

  private void attempt(Call call, String name, String password, Consumer<ReplyWriter> whenIn) {
    Client client = call.client();
    String address = network(client.transport().remoteAddress());
    User user = users.authenticate(name, password);
    if (user == null) {
      byAddress.failed(address);
      byUser.failed(address + ' ' + name);
      stats.denied(Denial.Reason.AUTH.name());
      String context = call.inTransaction() ? "multi" : "toplevel";
      Denial denial = new Denial(Denial.Reason.AUTH, "AUTH");
      users.log().add(denial, context, name, client, clock.millis());
      throw new CommandException("WRONGPASS invalid username-password pair or user is disabled.");
    }
    byUser.succeeded(address + ' ' + name);
    client.authenticate(user);
    whenIn.accept(client.reply());
  }

  private static CommandException tooMany() {
    return CommandException.err(
        "too many wrong passwords came from this address; wait a few seconds and log in again");
  }

  /**
   * The address without its port; for IPv6 the first 64 bits, as one host usually owns all
   * addresses with them.
   */
  static String network(String remote) {
    int colon = remote.lastIndexOf(':');
    String host = colon < 0 ? remote : remote.substring(0, colon);
    if (host.indexOf(':') < 0) {
      return host;
    }
    try {
      byte[] bytes = InetAddress.getByName(host).getAddress();
      return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(NETWORK_BYTES, bytes.length)));
    } catch (UnknownHostException e) {
      return host;
    }
  }
}
