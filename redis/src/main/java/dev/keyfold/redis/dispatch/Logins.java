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
 * Logs clients in, and makes guessing passwords slow. An attempt that comes too soon after wrong
 * ones waits as a blocked command does: its connection gets no reply until then, and nobody else
 * notices. A password is never looked at before its time, so that a late answer tells nothing.
 */
public final class Logins {
  private static final long MILLI = 1_000_000L;

  /** A few slips cost nothing; then the pauses grow to one guess a second for one user. */
  private static final LoginThrottle.Policy FOR_A_USER =
      new LoginThrottle.Policy(3, 50 * MILLI, 1_000 * MILLI, 5_000 * MILLI);

  /** Who tries many users has more slips, and then four guesses a second. */
  private static final LoginThrottle.Policy FOR_AN_ADDRESS =
      new LoginThrottle.Policy(20, 50 * MILLI, 250 * MILLI, 5_000 * MILLI);

  /** Timers may be that early. */
  private static final long TOLERANCE = 5 * MILLI;

  private static final int NETWORK_BYTES = 8;

  private final Users users;
  private final Stats stats;
  private final InstantSource clock;
  private final CommandRunner runner;
  private final LoginThrottle byUser = new LoginThrottle(FOR_A_USER, System::nanoTime);
  private final LoginThrottle byAddress = new LoginThrottle(FOR_AN_ADDRESS, System::nanoTime);

  /** Logs in as one of those users. */
  public Logins(Users users, Stats stats, InstantSource clock, CommandRunner runner) {
    this.users = users;
    this.stats = stats;
    this.clock = clock;
    this.runner = runner;
  }

  /**
   * Makes the client that user's, now or when it is its turn.
   *
   * @param whenIn writes the reply once it is logged in
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

  /** Before its time only in a transaction, where nobody waits, or because of CLIENT UNBLOCK. */
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

  /** Without the port. Of IPv6 the first half: whoever has one address there has all like it. */
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
