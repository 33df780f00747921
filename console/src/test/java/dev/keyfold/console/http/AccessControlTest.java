package dev.keyfold.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Whatever an endpoint does, there is an answer, and the log stays short. */
class AccessControlTest {
  private static final UserDirectory NOBODY = new OneUser("nobody", null);
  private static final Request.Origin LOCAL = new Request.Origin("", false);

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static Response endless(Request request) {
    return endless(request.by(null));
  }

  private static Response greedy(Request request) {
    throw new OutOfMemoryError(request.path());
  }

  @Test
  void tooDeepIsAnAnswerAndOneLineOfTheLog() {
    String path = "/deep" + "/a".repeat(20_000);
    List<LogRecord> logged = new ArrayList<>();
    Response answer = answer(path, AccessControlTest::endless, logged);
    assertThat(answer.status()).isEqualTo(500);
    assertThat(text(answer)).contains("internal error; the server log has the details");
    assertThat(answer.headers()).containsKey("Content-Security-Policy");
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0).getThrown()).isNull();
    assertThat(logged.get(0).getMessage()).contains("/deep/a/a").hasSizeLessThan(300);
  }

  @Test
  void tooMuchMemoryIsAnAnswerAndOneLineOfTheLog() {
    List<LogRecord> logged = new ArrayList<>();
    Response answer = answer("/greedy", AccessControlTest::greedy, logged);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(text(answer)).contains("needs more memory than the server has free");
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0).getMessage()).contains("/greedy");
  }

  private static Response answer(String path, Endpoint endpoint, List<LogRecord> logged) {
    Router router = new Router();
    router.open("GET", path, endpoint);
    Sessions sessions = new Sessions(NOBODY, InstantSource.system());
    AccessControl gate =
        new AccessControl(
            router, sessions, NOBODY, new Passwords(NOBODY, System::nanoTime), e -> null);
    Handler handler = remembering(logged);
    Logger log = Logger.getLogger(AccessControl.class.getName());
    log.addHandler(handler);
    log.setUseParentHandlers(false);
    try {
      return gate.answer(new Request("GET", path, Map.of(), Map.of(), LOCAL, new byte[0], null));
    } finally {
      log.removeHandler(handler);
      log.setUseParentHandlers(true);
    }
  }

  private static String text(Response answer) {
    return new String(answer.bytes(), StandardCharsets.UTF_8);
  }

  private static Handler remembering(List<LogRecord> records) {
    return new Handler() {
      @Override
      public void publish(LogRecord each) {
        records.add(each);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
