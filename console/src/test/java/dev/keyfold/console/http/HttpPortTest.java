package dev.keyfold.console.http;

import static dev.keyfold.console.http.RawHttp.answer;
import static dev.keyfold.console.http.RawHttp.asAnn;
import static dev.keyfold.console.http.RawHttp.drain;
import static dev.keyfold.console.http.RawHttp.get;
import static dev.keyfold.console.http.RawHttp.head;
import static dev.keyfold.console.http.RawHttp.post;
import static dev.keyfold.console.http.RawHttp.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a client sends or does not read, it takes no more than its limits from others. */
@Timeout(60)
class HttpPortTest {
  private static final int BIG = 24 << 20;
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  /** So patient that a slow machine does not meet them. */
  private static final HttpLimits LIMITS = limits(60_000, 60_000);

  /** For tests of the patience itself, in which nothing has to be faster than that. */
  private static final HttpLimits HURRIED = limits(1_500, 300);

  private final Map<String, UserDirectory.Account> accounts = new ConcurrentHashMap<>();
  private final List<Socket> sockets = new ArrayList<>();
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();
  private HttpPort server;
  private int port;

  private static HttpLimits limits(long requestMillis, long writeMillis) {
    return new HttpLimits(40, 1 << 20, 1 << 10, 2 << 20, requestMillis, writeMillis);
  }

  private final class Users implements UserDirectory {
    @Override
    public String guest() {
      return null;
    }

    @Override
    public Account login(String user, String password) {
      return password.equals("pw") ? accounts.get(user) : null;
    }

    @Override
    public Account account(String user) {
      return accounts.get(user);
    }
  }

  @BeforeEach
  void start() throws IOException {
    start(LIMITS);
  }

  private void restart(HttpLimits limits) throws IOException {
    server.close();
    start(limits);
  }

  private void start(HttpLimits limits) throws IOException {
    accounts.put("ann", new UserDirectory.Account(1, 1, Request.Rights.WRITE, NameRights.NONE));
    Router router = new Router();
    router.open("GET", "/healthz", request -> Response.text("ok\n"));
    router.open("GET", "/readyz", request -> Response.text("ready\n"));
    router.apart("/healthz", Router.Lane.ALIVE);
    router.apart("/readyz", Router.Lane.PROBE);
    router.open("GET", "/big", request -> big());
    router.get("/endless", request -> Response.stream("text/plain", HttpPortTest::endless));
    router.get("/live", request -> Response.events(this::flood));
    router.get("/blocked", request -> block());
    router.open("POST", "/login", request -> length(request));
    router.change("/change", request -> length(request));
    Users users = new Users();
    Passwords passwords = new Passwords(users, System::nanoTime);
    Sessions sessions = new Sessions(users, InstantSource.system());
    server = new HttpPort(new AccessControl(router, sessions, users, passwords, e -> null), limits);
    port = server.listen(InetAddress.getLoopbackAddress(), 0, null);
  }

  @AfterEach
  void stop() throws IOException {
    blocked.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private Response big() {
    begun.incrementAndGet();
    return Response.of(200, "text/plain", new byte[BIG]);
  }

  private static Response length(Request request) {
    return Response.text(request.body().length + " bytes\n");
  }

  private Response block() {
    try {
      blocked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Response.text("free\n");
  }

  private static void endless(java.io.OutputStream out) throws IOException {
    byte[] some = new byte[64 << 10];
    for (; ; ) {
      out.write(some);
    }
  }

  private void flood(EventSink sink) {
    begun.incrementAndGet();
    Thread thread =
        new Thread(
            () -> {
              while (sink.isOpen() && blocked.getCount() > 0) {
                sink.send("x", "y".repeat(4096));
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private Socket connect(int receiveBuffer) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(receiveBuffer);
    socket.setSoTimeout(20_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  private Socket send(String text) throws IOException {
    Socket socket = connect(16 << 10);
    write(socket, text);
    return socket;
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      Thread.sleep(5);
    }
  }

  @Test
  void whoTakesNothingOfAnAnswerIsCutOff() throws Exception {
    restart(HURRIED);
    Socket socket = send(get("/big"));
    await("answered", () -> begun.get() == 1);
    await("cut off", () -> server.connections() == 0);
    assertThat(drain(socket)).isLessThan(BIG);
  }

  /** A reader that did not get to run for too long was cut off rightly: then with more patience. */
  @Test
  void whoTakesAnAnswerBitByBitGetsAllOfIt() throws Exception {
    long patience = 500;
    while (!takesAllBitByBit(patience)) {
      patience *= 4;
      assertThat(patience).as("patience").isLessThan(10_000);
    }
  }

  private boolean takesAllBitByBit(long patience) throws Exception {
    restart(limits(60_000, patience));
    byte[] part = new byte[512 << 10];
    int parts = BIG / part.length;
    long last = System.nanoTime();
    Socket socket = send(get("/big"));
    head(socket);
    long longest = 0;
    for (int i = 0; i < parts; i++) {
      int count = drain(socket, part);
      longest = Math.max(longest, System.nanoTime() - last);
      last = System.nanoTime();
      if (count < part.length) {
        assertThat(longest).as("cut off").isGreaterThan(patience * 1_000_000 / 2);
        return false;
      }
      Thread.sleep(patience * 3 / parts); // all of it takes three times the patience
    }
    write(socket, get("/healthz"));
    assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("ok\n");
    return true;
  }

  @Test
  void whoTakesNoEventsIsCutOff() throws Exception {
    restart(HURRIED);
    send(asAnn("/live"));
    await("answered", () -> begun.get() == 1);
    await("cut off", () -> server.connections() == 0);
  }

  @Test
  void slowReadersAndSlowAnswersKeepNobodyWaiting() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertThat(answer(send(asAnn("/endless")))).startsWith("HTTP/1.1 200");
    }
    Socket other = connect(16 << 10);
    write(other, asAnn("/endless"));
    assertThat(answer(other)).startsWith("HTTP/1.1 503").contains("try again");
    write(other, post("/change", "Content-Length: 2", true) + "{}");
    assertThat(answer(other)).startsWith("HTTP/1.1 200").endsWith("2 bytes\n");
    for (int i = 0; i < 8; i++) {
      send(asAnn("/blocked"));
    }
    for (String probe : List.of("/healthz", "/readyz")) {
      write(other, get(probe));
      assertThat(answer(other)).as(probe).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aBodyOfWhoMayNotAskIsNotKept() throws Exception {
    for (String length : List.of("Content-Length: 1000000", "Transfer-Encoding: chunked")) {
      Socket socket = connect(16 << 10);
      write(socket, post("/change", length, false));
      String refusal = answer(socket); // nothing of the body was sent yet
      assertThat(refusal)
          .startsWith("HTTP/1.1 401")
          .contains("onnection: close", "this needs a login");
      socket.close();
    }
    StringBuilder pipelined = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      pipelined
          .append(post("/change", "Content-Length: 100000", false))
          .append("x".repeat(100_000));
    }
    Socket socket = connect(16 << 10);
    Thread sender =
        new Thread(
            () -> {
              try {
                write(socket, pipelined.toString());
              } catch (IOException e) {
                // closed before all was sent
              }
            });
    sender.start();
    assertThat(answer(socket)).startsWith("HTTP/1.1 401");
    await("closed", () -> server.connections() == 0);
    sender.join();
    assertThat(server.bodyBytes()).isZero();
  }

  @Test
  void theRefusalOfALongBodyReachesWhoSendsAllOfItFirst() throws Exception {
    Socket socket = connect(16 << 10);
    write(socket, post("/change", "Content-Length: 900000", false) + "x".repeat(900_000));
    assertThat(answer(socket)).startsWith("HTTP/1.1 401");
  }

  @Test
  void bodiesBeforeTheLoginAreSmall() throws Exception {
    Socket socket = connect(16 << 10);
    write(socket, post("/login", "Content-Length: 1024", false) + "x".repeat(1024));
    assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("1024 bytes\n");
    write(socket, post("/login", "Transfer-Encoding: chunked", false));
    for (int i = 0; i < 1024; i++) {
      write(socket, "1\r\nx\r\n");
    }
    write(socket, "0\r\n\r\n");
    assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("1024 bytes\n");
    write(socket, post("/login", "Content-Length: 1025", false) + "x".repeat(1025));
    assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("exceeds 1024 bytes");
    write(
        connect(16 << 10),
        post("/login", "Transfer-Encoding: chunked", false) + "401\r\n" + "x".repeat(1025));
    Socket huge = send(post("/change", "Content-Length: 1048577", true));
    assertThat(answer(huge)).startsWith("HTTP/1.1 413").contains("exceeds 1048576 bytes");
    await("given back", () -> server.bodyBytes() == 0);
  }

  @Test
  void allBodiesTogetherHaveABudget() throws Exception {
    List<Socket> unfinished = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Socket socket = connect(16 << 10);
      write(socket, post("/change", "Content-Length: 1048576", true) + "x".repeat(1_000_000));
      unfinished.add(socket);
      int expected = i;
      await("taken", () -> server.bodyBytes() >= 1_000_000L * Math.min(2, expected + 1));
      assertThat(server.bodyBytes()).isLessThanOrEqualTo(LIMITS.allBodiesBytes());
    }
    for (Socket socket : unfinished.subList(2, 4)) {
      assertThat(answer(socket)).startsWith("HTTP/1.1 503").contains("reserved for request bodies");
    }
    for (Socket socket : unfinished) {
      socket.close();
    }
    await("given back", () -> server.bodyBytes() == 0);
    Socket socket = connect(16 << 10);
    write(socket, post("/change", "Content-Length: 1048576", true) + "x".repeat(1 << 20));
    assertThat(answer(socket)).endsWith("1048576 bytes\n");
    await("given back", () -> server.bodyBytes() == 0);
  }

  @Test
  void whoAsksForContinueIsToldBeforeSending() throws Exception {
    Socket socket = send(post("/change", "Content-Length: 5\r\nExpect: 100-continue", true));
    assertThat(answer(socket)).startsWith("HTTP/1.1 100");
    write(socket, "12345");
    assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("5 bytes\n");
    Socket stranger = send(post("/change", "Content-Length: 5\r\nExpect: 100-continue", false));
    assertThat(answer(stranger)).startsWith("HTTP/1.1 401");
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    Socket socket =
        send(
            post("/change", "Content-Length: 3", true)
                + "abc"
                + get("/readyz")
                + post("/change", "Transfer-Encoding: chunked", true)
                + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n"
                + get("/%zz")
                + post("/login", "Content-Length: 1", false)
                + "x"
                + get("/nothing"));
    assertThat(answer(socket)).endsWith("3 bytes\n");
    assertThat(answer(socket)).endsWith("ready\n");
    assertThat(answer(socket)).endsWith("4 bytes\n");
    assertThat(answer(socket)).startsWith("HTTP/1.1 400");
    assertThat(answer(socket)).endsWith("1 bytes\n");
    assertThat(answer(socket)).startsWith("HTTP/1.1 404");
  }

  @Test
  void connectionsThatAskNothingMakeRoom() throws Exception {
    for (int i = 0; i < LIMITS.connections(); i++) {
      send(i % 2 == 0 ? "GET /" : post("/login", "Content-Length: 9", false) + "x");
    }
    await("full", () -> server.connections() == LIMITS.connections());
    for (int i = 0; i < 5; i++) {
      // No probe: for those a few connections are kept, so they need no room.
      assertThat(answer(send(get("/login")))).startsWith("HTTP/1.1 4");
      assertThat(server.connections()).isLessThanOrEqualTo(LIMITS.connections());
    }
  }

  private void takeAllOfFour() throws Exception {
    restart(new HttpLimits(4, 1 << 20, 1 << 10, 2 << 20, 60_000, 30_000));
    for (int i = 0; i < 4; i++) {
      send(get("/big"));
    }
    await("full", () -> server.connections() == 4);
  }

  /** As soon as an answer has been stuck for three seconds, not only when it is cut off. */
  private void awaitRoom(List<Socket> readers) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!answer(send(get("/login"))).startsWith("HTTP/1.1 4")) {
      assertThat(System.nanoTime() - end).as("no room").isNegative();
      for (Socket socket : readers) {
        assertThat(socket.getInputStream().read()).isNotNegative();
      }
      Thread.sleep(150);
    }
  }

  @Test
  void connectionsThatTakeNoAnswerMakeRoom() throws Exception {
    takeAllOfFour();
    awaitRoom(List.of());
  }

  @Test
  void readersOfAByteNowAndThenMakeRoom() throws Exception {
    takeAllOfFour();
    awaitRoom(List.copyOf(sockets));
  }

  @Test
  void probesAreAnsweredWhileEveryConnectionIsTaken() throws Exception {
    String probe = "";
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!probe.contains("connection: close")) { // on the others there is a next request
      assertThat(System.nanoTime() - end).as("not full").isNegative();
      send(asAnn("/blocked"));
      Thread.sleep(10); // one that has not asked yet would make room
      try (Socket socket = send(get("/healthz"))) {
        probe = answer(socket).toLowerCase(Locale.ROOT);
      }
    }
    for (int i = 0; i < 3 * HttpLimits.PROBES; i++) {
      connect(16 << 10);
      assertThat(answer(send(get("/healthz")))).startsWith("HTTP/1.1 200").endsWith("ok\n");
      assertThat(answer(send(get("/readyz")))).startsWith("HTTP/1.1 200").endsWith("ready\n");
    }
    assertThat(answer(send(get("/big")))).contains(" 503 ", "all 40 connections are in use");
    assertThat(answer(send(post("/login", "Content-Length: 9", false)))).contains(" 503 ");
  }

  @Test
  void requestsThatNeverEndAreCutOff() throws Exception {
    restart(HURRIED);
    Socket head = send("GET /");
    Socket body = send(post("/change", "Content-Length: 9", true) + "x");
    assertThat(drain(head)).isZero();
    assertThat(drain(body)).isZero();
    await("given back", () -> server.bodyBytes() == 0);
  }

  @Test
  void aDownloadEndsWithTheRightToIt() throws Exception {
    Socket socket = send(asAnn("/endless"));
    assertThat(answer(socket)).startsWith("HTTP/1.1 200");
    assertThat(socket.getInputStream().readNBytes(1 << 20)).hasSize(1 << 20);
    accounts.put("ann", new UserDirectory.Account(1, 2, Request.Rights.WRITE, NameRights.NONE));
    assertThat(socket.getInputStream().readNBytes(1 << 20)).hasSize(1 << 20);
    accounts.put("ann", new UserDirectory.Account(1, 3, Request.Rights.NAMES, NameRights.NONE));
    drain(socket); // ends
    await("closed", () -> server.connections() == 0);
  }
}
