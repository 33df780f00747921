package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Login, and what somebody who may only look can do. */
class LoginPageTest extends ConsoleTesting {
  /** Whoever makes the button work again by hand is refused by the server. */
  private static final String INSERT =
      "const r = new XMLHttpRequest(); r.open('POST', '/api/row/insert', false);"
          + " r.setRequestHeader('Content-Type', 'application/json'); r.send('{}'); return"
          + " r.status";

  @Override
  ServerOptions options() {
    return ServerOptions.defaults().withPort(0).withPassword("s3cret");
  }

  private void login(String user, String password) {
    browser.type("input[name=user]", user);
    browser.type("input[name=password]", password);
    browser.press(Keys.ENTER);
  }

  @Test
  void asksForAPasswordAndKeepsItOutOfTheAddress() {
    browser.open("#/browse");
    browser.awaitText("main", "Log in");
    browser.screenshot("login");
    login("default", "wrong");
    browser.awaitText("[role=alert]", "wrong user or password");
    pause();
    login("default", "s3cret");
    browser.awaitText("h1", "Browse");
    assertThat((String) browser.script("return location.href")).doesNotContain("s3cret");
    assertThat((String) browser.script("return document.cookie")).isEmpty();
    browser.clickText("Log out");
    browser.awaitText("main", "Log in");
  }

  @Test
  void whoMayOnlyLookHasNoWayToChange() throws IOException {
    setUser("eve on >pw ~* +@read +@connection");
    browser.open("#/browse?db=0&name=" + hex("user:bob"));
    browser.awaitText("main", "Log in");
    login("eve", "pw");
    browser.awaitText(".bar", "read only");
    browser.awaitText("#structure", "user:bob");
    browser.await("elements", () -> !browser.all(".elements button").isEmpty());
    assertThat(browser.all("#structure ~ * button, .elements button"))
        .isNotEmpty()
        .allMatch(button -> !button.isEnabled());
    browser.screenshot("read-only");
    assertThat(browser.find("#expiry").isEnabled()).isFalse();
    browser.open("#/browse");
    browser.await("the tree", () -> !browser.all(".node").isEmpty());
    browser.click(".node.table .label");
    browser.awaitText(".detail", "Table orders");
    assertThat(browser.find("#insert-row").isEnabled()).isFalse();
    assertThat(browser.find("#reshard").isEnabled()).isFalse();
    assertThat((Long) browser.script(INSERT)).isEqualTo(403);
    browser.clickText("Log out");
    browser.awaitText("main", "Log in");
  }

  private void setUser(String rules) throws IOException {
    try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), server.redisPort())) {
      String wire = "AUTH s3cret\r\nACL SETUSER " + rules + "\r\n";
      redis.getOutputStream().write(wire.getBytes(StandardCharsets.US_ASCII));
      redis.getInputStream().readNBytes(10);
    }
    pause();
  }

  @Test
  void whoHasSomeNamesSeesThoseAndASentence() throws IOException {
    setUser("part on >pw ~user:* +@all");
    browser.open("#/heat");
    browser.awaitText("main", "Log in");
    assertThat(browser.barriers()).isEmpty();
    login("part", "pw");
    browser.awaitText("#no-right", "has access only to names that match ~user:*");
    browser.clickText("Browse");
    browser.awaitText("#some-names", "~user:*");
    browser.clickText("▸");
    browser.awaitText("[role=tree]", "user:");
    assertThat(browser.text("[role=tree]")).doesNotContain("queue:").doesNotContain("orders");
    browser.screenshot("some-names");
    browser.open("#/browse?db=0&name=" + hex("queue:mail"));
    browser.awaitText("[role=alert]", "user part has no access");
    browser.open("#/browse?db=0&name=" + hex("user:bob"));
    browser.awaitText("#structure", "user:bob");
    browser.await("buttons", () -> browser.find("#expiry").isEnabled());
    browser.clickText("Log out");
    browser.awaitText("main", "Log in");
  }

  private static void pause() {
    try {
      Thread.sleep(400); // guessing is slow
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
