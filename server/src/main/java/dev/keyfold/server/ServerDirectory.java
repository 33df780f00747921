package dev.keyfold.server;

import dev.keyfold.server.auth.ConsoleRights;
import dev.keyfold.server.auth.NameAccess;
import dev.keyfold.server.auth.User;
import dev.keyfold.server.auth.Users;
import dev.keyfold.server.http.Directory;
import dev.keyfold.server.http.NameRights;
import dev.keyfold.server.http.Request.Rights;
import dev.keyfold.server.state.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The users of the Redis port for the HTTP port. They belong to the loop, so they are asked there;
 * what was answered is taken as right for a second, so that a busy page does not slow the loop.
 */
final class ServerDirectory implements Directory {
  private static final long FRESH_NANOS = 1_000_000_000L;

  private record Answer(Object value, long nanos) {}

  private final RedisServer redis;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  ServerDirectory(RedisServer redis) {
    this.redis = redis;
  }

  @Override
  public String guest() {
    boolean open =
        fresh(
            "guest",
            users -> users.defaultUser().isEnabled() && users.defaultUser().hasNoPassword());
    return open ? "default" : null;
  }

  @Override
  public boolean accepts(String user, String password) {
    return redis.ask(server -> server.users().authenticate(kept(user), kept(password)) != null);
  }

  /** Texts of clients are kept one byte to a character: those that they are in UTF-8. */
  private static String kept(String text) {
    return Bytes.text(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Rights rights(String user) {
    return fresh(
        "rights " + user,
        users -> {
          User found = users.find(kept(user));
          return switch (ConsoleRights.of(found, users.catalog())) {
            case NOTHING -> Rights.NOTHING;
            case NAMES -> Rights.NAMES;
            case READ -> Rights.READ;
            case WRITE -> Rights.WRITE;
          };
        });
  }

  @Override
  public NameRights names(String user) {
    return fresh(
        "names " + user,
        users -> {
          User found = users.find(kept(user));
          return found == null || !found.isEnabled()
              ? NameRights.NONE
              : new Names(NameAccess.of(found, users.catalog()));
        });
  }

  private record Names(NameAccess access) implements NameRights {
    @Override
    public boolean may(String command, byte[] name, boolean write) {
      return access.may(command, name, write);
    }

    @Override
    public List<byte[]> beginnings() {
      return access.beginnings();
    }

    @Override
    public String patterns() {
      return new String(Bytes.of(access.patterns()), StandardCharsets.UTF_8);
    }
  }

  @SuppressWarnings("unchecked") // each question has answers of one type
  private <T> T fresh(String question, Function<Users, T> ask) {
    Answer known = answers.get(question);
    if (known == null || System.nanoTime() - known.nanos > FRESH_NANOS) {
      if (answers.size() > 1_000) {
        answers.clear();
      }
      known = new Answer(redis.ask(server -> ask.apply(server.users())), System.nanoTime());
      answers.put(question, known);
    }
    return (T) known.value;
  }
}
