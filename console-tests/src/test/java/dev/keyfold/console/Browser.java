package dev.keyfold.console;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium without a screen, and the few things that tests do with it. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final String AXE = axe();

  private final ChromeDriver driver;
  private final Path profile;
  private final Path downloads;
  private final String base;

  Browser(int port) {
    this.base = "http://127.0.0.1:" + port + "/";
    try {
      profile = Files.createTempDirectory("keyfold-chromium");
      downloads = Files.createTempDirectory("keyfold-downloads");
      Files.createDirectories(SCREENSHOTS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(
        program(
            "chromium",
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome"));
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--force-device-scale-factor=1",
        "--user-data-dir=" + profile);
    options.setExperimentalOption(
        "prefs", Map.of("download.default_directory", downloads.toString()));
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(
                new java.io.File(
                    program(
                        "chromedriver", "/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver")))
            .build();
    driver = new ChromeDriver(service, options);
    driver.manage().window().setSize(new Dimension(1280, 900));
  }

  /** A missing program is a failure, not a skip. */
  private static String program(String name, String... places) {
    for (String place : places) {
      if (Files.isExecutable(Path.of(place))) {
        return place;
      }
    }
    throw new IllegalStateException(
        name
            + " is missing; expected one of "
            + List.of(places)
            + " (Debian: chromium, chromium-driver)");
  }

  /** Opens a page of the console. */
  Browser open(String hash) {
    driver.get("about:blank");
    driver.get(base + hash);
    await("the page", () -> driver.findElement(By.cssSelector("main")));
    return this;
  }

  /** Waits for something that is there and not null or false. */
  <T> T await(String what, Supplier<T> condition) {
    return new WebDriverWait(driver, PATIENCE)
        .pollingEvery(Duration.ofMillis(50))
        .ignoring(NoSuchElementException.class)
        .ignoring(StaleElementReferenceException.class)
        .ignoring(IndexOutOfBoundsException.class)
        .withMessage(() -> what + " in\n" + text("body"))
        .until(
            ignored -> {
              T found = condition.get();
              return Boolean.FALSE.equals(found) ? null : found;
            });
  }

  WebElement find(String css) {
    return await(css, () -> driver.findElement(By.cssSelector(css)));
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  String text(String css) {
    return driver.findElement(By.cssSelector(css)).getText();
  }

  /** Waits until an element has a text in it. */
  void awaitText(String css, String text) {
    await("'" + text + "' in " + css, () -> find(css).getText().contains(text));
  }

  void click(String css) {
    await(
        css,
        () -> {
          WebElement element = driver.findElement(By.cssSelector(css));
          if (!element.isEnabled()) {
            return false;
          }
          try {
            element.click();
          } catch (org.openqa.selenium.ElementClickInterceptedException covered) {
            return false;
          }
          return true;
        });
  }

  /** Clicks the button or link with that text. */
  void clickText(String text) {
    await(
        "a button or link " + text,
        () -> {
          for (WebElement each : all("button, a, [role=treeitem]")) {
            if (each.isDisplayed() && each.getText().trim().startsWith(text) && each.isEnabled()) {
              each.click();
              return true;
            }
          }
          return false;
        });
  }

  void type(String css, String text) {
    WebElement field = find(css);
    field.clear();
    field.sendKeys(text);
  }

  /** Presses keys wherever the focus is. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  void press(Keys held, String key) {
    new Actions(driver).keyDown(held).sendKeys(key).keyUp(held).perform();
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  Object script(String code, Object... args) {
    return ((JavascriptExecutor) driver).executeScript(code, args);
  }

  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** Colours as if the system preferred dark ones, or light ones. */
  void prefersDark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Keeps a picture of the page. */
  void screenshot(String name) {
    try {
      Thread.sleep(150); // fonts and transitions
      Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What axe-core finds wrong for people who do not see, or use no mouse: a line for each, empty if
   * all is well. It is put in by the debugger, as the page itself may not run strangers' scripts.
   */
  List<String> barriers() {
    if (script("return typeof axe") instanceof String type && type.equals("undefined")) {
      driver.executeCdpCommand("Runtime.evaluate", Map.of("expression", AXE));
    }
    Object found =
        driver.executeAsyncScript(
            "const done = arguments[arguments.length - 1];axe.run(document, {runOnly: ['wcag2a',"
                + " 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}).then(r =>"
                + " done(r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.target.join('"
                + " ') + ' ' + n.failureSummary))), e => done([String(e)]))");
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  private static String axe() {
    try (var in = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the focus goes with the tab key, until it has been everywhere: what each one is. */
  List<String> tabStops(int most) {
    List<String> stops = new java.util.ArrayList<>();
    script("document.activeElement.blur()");
    for (int i = 0; i < most; i++) {
      press(Keys.TAB);
      String at =
          (String)
              script(
                  "const e = document.activeElement; if (e === document.body) return ''; const s ="
                      + " getComputedStyle(e); return (e.id || e.getAttribute('aria-label') ||"
                      + " e.textContent.trim().slice(0, 30) || e.name || e.tagName) +"
                      + " (s.outlineStyle === 'none' ? ' WITHOUT OUTLINE' : '')");
      if (at.isEmpty()) {
        break;
      }
      stops.add(at);
    }
    return stops;
  }

  /**
   * How many separate dark stretches there are, from top to bottom, in the middle of the first
   * underscore of the element with that text: the underscore is one, an underline below another.
   */
  int inkRunsAtUnderscore(String text) throws IOException {
    List<?> box =
        (List<?>)
            script(
                "const walk = document.createTreeWalker(document.querySelector('main'), 4); let n;"
                    + " while ((n = walk.nextNode())) if (n.data === arguments[0]) break;"
                    + " n.parentElement.scrollIntoView({block: 'center'}); const r ="
                    + " document.createRange(); const i = n.data.indexOf('_'); r.setStart(n, i);"
                    + " r.setEnd(n, i + 1); const b = r.getBoundingClientRect(); return [b.left +"
                    + " b.width / 2, b.top, b.bottom + 4].map(Math.round)",
                text);
    BufferedImage page =
        ImageIO.read(new ByteArrayInputStream(driver.getScreenshotAs(OutputType.BYTES)));
    int x = ((Long) box.get(0)).intValue();
    int top = ((Long) box.get(1)).intValue();
    int ground = page.getRGB(x, top);
    int runs = 0;
    boolean inked = false;
    for (int y = top; y < ((Long) box.get(2)).intValue(); y++) {
      boolean ink = Math.abs((page.getRGB(x, y) >> 8 & 0xFF) - (ground >> 8 & 0xFF)) > 40;
      runs += ink && !inked ? 1 : 0;
      inked = ink;
    }
    return runs;
  }

  /** Whether the page is wider than the window. */
  boolean isTooWide() {
    return (Boolean)
        script(
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth");
  }

  Path downloads() {
    return downloads;
  }

  /** What the browser complained about: scripts that failed, policies that were broken. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= java.util.logging.Level.SEVERE.intValue())
        .map(LogEntry::getMessage)
        // Answers that a page shows as errors are logged as such by the browser.
        .filter(message -> !message.contains("Failed to load resource"))
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
    for (Path each : List.of(profile, downloads)) {
      try (var files = Files.walk(each)) {
        files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException e) {
        // left to the system: it is in the directory for temporary files
      }
    }
  }
}
