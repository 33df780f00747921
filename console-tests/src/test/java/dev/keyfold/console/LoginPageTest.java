package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.server.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Login, and what somebody who may only look can do. */
class LoginPageTest extends ConsoleTesting {
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
    try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), server.redisPort())) {
      String wire = "AUTH s3cret\r\nACL SETUSER eve on >pw ~* +@read +@connection\r\n";
      redis.getOutputStream().write(wire.getBytes(StandardCharsets.US_ASCII));
      redis.getInputStream().readNBytes(10);
    }
    pause();
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
