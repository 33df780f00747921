package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A browser that a web page sends to the Redis port must run nothing there. */
class WebRequestTest extends ServerTesting {
  private void closesWithoutRunning(String request) throws IOException {
    try (RespClient browser = client()) {
      browser.raw(request);
      assertThat(browser.readToEnd()).as(request).doesNotContain("OK");
    }
    assertThat(client().call("test.get", "stolen")).as(request).isEqualTo("null");
  }

  @Test
  void nothingOfAnHttpRequestRuns() throws IOException {
    String body = "\r\n\r\ntest.set stolen 1\r\n";
    closesWithoutRunning("POST / HTTP/1.1\r\nHost: localhost:6380\r\nContent-Length: 19" + body);
    closesWithoutRunning("post / HTTP/1.1\r\nAccept: */*" + body);
    closesWithoutRunning("GET / HTTP/1.1\r\nHost: localhost:6380" + body);
    closesWithoutRunning("PUT / HTTP/1.1\r\nhOsT: localhost:6380" + body);
    closesWithoutRunning("HEAD / HTTP/1.1\r\nHOST:localhost" + body);
    closesWithoutRunning(RespClient.encode("Post", "x") + body);
    closesWithoutRunning("multi\r\nPOST /\r\ntest.set stolen 1\r\nexec\r\n");
    closesWithoutRunning("client reply off\r\nHost: a\r\ntest.set stolen 1\r\n");
  }

  @Test
  void inTheMiddleOfAPipelineWhatCameBeforeHasRun() throws IOException {
    try (RespClient browser = client()) {
      browser.raw("test.set before 1\r\nHost: a\r\ntest.set stolen 1\r\n");
      browser.readToEnd();
    }
    RespClient other = client();
    assertThat(other.call("test.get", "before")).isEqualTo("1");
    assertThat(other.call("test.get", "stolen")).isEqualTo("null");
  }

  @Test
  void otherWordsAreCommandsOrUnknown() throws IOException {
    RespClient client = client();
    assertThat(client.call("posts")).startsWith("-ERR unknown command 'posts'");
    assertThat(client.call("host")).startsWith("-ERR unknown command 'host'");
    assertThat(client.call("test.set", "POST", "Host:")).isEqualTo("+OK");
    assertThat(client.call("test.get", "POST")).isEqualTo("Host:");
  }
}
