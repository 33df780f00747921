package dev.keyfold.server;

import dev.keyfold.console.http.NameRights;
import dev.keyfold.console.http.Request.Rights;
import dev.keyfold.console.http.UserDirectory;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.redis.auth.NameAccess;
import dev.keyfold.redis.auth.OverallRights;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.state.ByteKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The users of the Redis port for the HTTP port. Users are confined to the loop, so lookups run
 * there; results are cached until any user changes, so that a busy page does not slow the loop, and
 * a revoked right is effective with the next request.
 */
final class ServerDirectory implements UserDirectory {
  private static final int MOST_REMEMBERED = 1_000;

  private record Answer(@Nullable Object value, long version) {}

  private final RedisServer redis;
  private final Users users;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  ServerDirectory(RedisServer redis) {
    this.redis = redis;
    this.users = redis.users();
  }

  @Override
  public @Nullable String guest() {
    return remembered(
        "guest",
        () -> {
          User user = users.defaultUser();
          return user.isEnabled() && user.hasNoPassword() ? "default" : null;
        });
  }

  @Override
  public @Nullable Account login(String user, String password) {
    return redis.ask(() -> account(users.authenticate(kept(user), kept(password))));
  }

  /** Texts of clients are stored as one byte per character; decodes them as UTF-8. */
  private static String kept(String text) {
    return ByteKey.text(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable Account account(String user) {
    return remembered("user " + user, () -> account(users.find(kept(user))));
  }

  /** On the loop. */
  private @Nullable Account account(@Nullable User user) {
    if (user == null || !user.isEnabled()) {
      return null;
    }
    Rights rights =
        switch (OverallRights.of(user, users.catalog())) {
          case NOTHING -> Rights.NOTHING;
          case NAMES -> Rights.NAMES;
          case READ -> Rights.READ;
          case WRITE -> Rights.WRITE;
        };
    NameRights names = new Names(NameAccess.of(user, users.catalog()));
    return new Account(user.loginVersion(), user.version(), rights, names);
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
      return new String(ByteKey.of(access.patterns()), StandardCharsets.UTF_8);
    }
  }

  @SuppressWarnings("unchecked") // each question has answers of one type
  private <T> @Nullable T remembered(String question, Supplier<T> ask) {
    Answer known = answers.get(question);
    if (known == null || known.version != users.version()) {
      if (answers.size() > MOST_REMEMBERED) {
        answers.clear();
      }
      known = redis.ask(() -> new Answer(ask.get(), users.version()));
      answers.put(question, known);
    }
    return (T) known.value;
  }
}
