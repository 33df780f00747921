package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Tables;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@code --split} has done is printed, and a part of it is not the status of all of it. */
class SplitReportTest {
  private final Store store = Stores.open("memory:");

  /** At how many keys the store can begin a part. */
  private int possible;

  @AfterEach
  void close() {
    store.close();
  }

  /** A store that says it is divided, as HBase is, and cannot always be. */
  private Store divided() {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, args) -> {
              if (method.getName().equals("has") && args[0] == Capability.SPLIT) {
                return true;
              }
              if (method.getName().equals("splitAt")) {
                return Math.min(possible, ((List<?>) args[0]).size());
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Cli run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(InputStream.nullInputStream(), out, err, Map.of(), false);
    console.session(Tables.of(divided()));
    int status = Main.run(args, console);
    return new Cli(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void allOfItIsPrinted() {
    possible = 100;
    run("table", "create", "t", "--schema", "a int8", "--key", "a", "--shards", "16", "--split=16")
        .gives("split: 16 of 16 split points are region boundaries\n");
    run("table", "alter", "t", "--split", "4")
        .gives("split: 4 of 4 split points are region boundaries\n");
  }

  @Test
  void halfOfItIsAnError() {
    possible = 8;
    String create = "keyfold: --split: only 8 of 16 split points are region boundaries; ";
    Cli created =
        run(
            "table",
            "create",
            "t",
            "--schema",
            "a int8",
            "--key",
            "a",
            "--shards=16",
            "--split=16");
    assertThat(created.err()).startsWith(create).contains("'keyfold table alter t --split 16'");
    assertThat(created.status()).isEqualTo(ExitCode.STORE);
    for (String json : List.of("--json", "--color=never")) {
      Cli altered = run("table", "alter", "t", "--split", "16", json);
      assertThat(altered.err()).startsWith(create);
      assertThat(altered.status()).isEqualTo(ExitCode.STORE);
    }
  }
}
