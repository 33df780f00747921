package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Every command with {@code --json}, as a process: what goes to standard output is JSON, a value a
 * line, and nothing else; what is to be said besides goes to standard error.
 */
class JsonEverywhereTest {
  private static final String S = "--schema 'user string, n int32'";
  private static final String ORDERS = "--store rocksdb:./data orders";

  /** Commands in an order in which each finds what it needs, and how many lines they give. */
  private static final Map<String, Integer> RUNS = new LinkedHashMap<>();

  static {
    RUNS.put("echo '[\"U1\",7]' | keyfold key encode --json " + S, 1);
    RUNS.put("echo 55310080000007 | keyfold key decode --json " + S, 1);
    RUNS.put("keyfold key explain --json " + S + " 55310080000007", 1);
    RUNS.put("keyfold key range --json " + S + " --where \"user in ('A', 'B')\"", 2);
    RUNS.put("echo 55310080000007 | keyfold key convert --json --to tuple " + S, 1);
    RUNS.put(
        "printf 'CREATE TABLE t (k VARCHAR PRIMARY KEY, v VARCHAR); CREATE INDEX i ON t (v)' >"
            + " i.sql; echo '{\"k\":\"a\"}' | keyfold key index --json --ddl i.sql",
        1);
    RUNS.put("printf '%s\\n' 6123310a 6123320a 6223330a | keyfold key guess --json", 1);
    RUNS.put("keyfold table create --json " + ORDERS + " " + S + " --key 'user, n'", 1);
    RUNS.put("keyfold table alter --json " + ORDERS + " --add-index 'by_n: n'", 1);
    RUNS.put("keyfold table list --json --store rocksdb:./data", 1);
    RUNS.put("keyfold table describe --json " + ORDERS, 1);
    RUNS.put(
        "printf '%s\\n' '{\"user\":\"ü\",\"n\":1}' | keyfold import --json " + ORDERS + " -", 1);
    RUNS.put("keyfold export --json " + ORDERS, 1);
    RUNS.put("keyfold query --json " + ORDERS + " \"user = 'ü'\"", 1);
    RUNS.put("keyfold explain --json " + ORDERS + " \"n = 1\"", 1);
    RUNS.put("keyfold check --json --store rocksdb:./data", 1);
    RUNS.put("keyfold advise --json " + ORDERS, 1); // drop by_n, which nobody has used
    RUNS.put("keyfold sql --json --store rocksdb:./data \"select n from orders where n = 1\"", 1);
    RUNS.put("keyfold stats --json --store rocksdb:./data", 1);
    RUNS.put("keyfold structure set --json --store rocksdb:./maps log array a b", 1);
    RUNS.put("keyfold structure list --json --store rocksdb:./maps", 1);
    RUNS.put("keyfold structure get --json --store rocksdb:./maps log", 2);
    RUNS.put("keyfold structure export --json --store rocksdb:./maps", 1);
    RUNS.put(
        "echo '{\"name\":\"log\",\"type\":\"array\",\"elements\":[\"c\"]}' | keyfold structure"
            + " import --json --store rocksdb:./others -",
        1);
    RUNS.put("keyfold structure delete --json --store rocksdb:./maps --yes log", 1);
    RUNS.put("keyfold put --json --store rocksdb:./raw a 1", 1);
    RUNS.put("keyfold get --json --store rocksdb:./raw a", 1);
    RUNS.put("keyfold scan --json --store 'rocksdb:./raw?foreign=true'", 1);
    RUNS.put("keyfold delete --json --store rocksdb:./raw a", 1);
    RUNS.put( // a row of Phoenix's catalog: the table T
        "keyfold put --store rocksdb:./catalog --hex 000054 --values hex"
            + " 01300a5441424c455f545950450175 && keyfold ddl --json --store rocksdb:./catalog",
        1);
    RUNS.put("keyfold backup --json --store rocksdb:./data ./copy", 1);
    RUNS.put("keyfold restore --json --store rocksdb:./again ./copy", 1);
    RUNS.put("keyfold salvage --json --store rocksdb:./again --to rocksdb:./saved", 1);
    RUNS.put(
        "printf '%s\\n' tables help \"orders n = 1\" \"explain orders n = 1\" stats |"
            + " keyfold shell --json --store rocksdb:./data",
        5);
    RUNS.put("serve keyfold serve --json --store memory: --redis-port 0", 1);
    RUNS.put("keyfold demo --json --exit --orders 900", 10);
    RUNS.put("keyfold completion --json", HelpTest.commands().size());
    RUNS.put("keyfold table drop --json --yes " + ORDERS, 1);
  }

  @TempDir private Path directory;

  @Test
  void standardOutputIsJson() throws IOException, InterruptedException {
    StringBuilder script = new StringBuilder();
    script.append("serve() { JVM=-Dslf4j.internal.verbosity=ERROR \"$@\" & ");
    // The function runs in a shell of its own, whose child is the program.
    script.append("for i in $(seq 600); do [ -s serving ] && break; sleep 0.1; done; ");
    script.append("kill $(ps -o pid= --ppid $!); wait $! 2> /dev/null; }\n");
    int at = 0;
    for (String run : RUNS.keySet()) {
      String out = run.startsWith("serve ") ? "serving" : "out" + at;
      script.append(run).append(" > ").append(out).append(" 2> err").append(at).append('\n');
      script.append("echo ").append(at++).append(" $?\n");
    }
    String statuses = ProcessTest.bash(directory, script.toString());
    at = 0;
    for (Map.Entry<String, Integer> run : RUNS.entrySet()) {
      boolean serves = run.getKey().startsWith("serve ");
      Path out = directory.resolve(serves ? "serving" : "out" + at);
      String messages = Files.readString(directory.resolve("err" + at));
      assertThat(values(out)).as(run.getKey() + "\n" + messages).isEqualTo(run.getValue());
      assertThat(messages).as(run.getKey()).doesNotContain("rror", "xception");
      assertThat(statuses).as(run.getKey()).contains(at + (serves ? " 143\n" : " 0\n"));
      at++;
    }
  }

  /** The number of lines, each of them one value. */
  private static int values(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    for (String line : lines) {
      try (JsonParser json = new JsonFactory().createParser(line)) {
        assertThat(json.nextToken()).as(line).isNotNull();
        json.skipChildren();
        assertThat(json.nextToken()).as(line).isNull();
      }
    }
    return lines.size();
  }

  /** A new command has to say what it does for programs; bench has a program of its own. */
  @Test
  void noCommandIsLeftOut() {
    Set<String> tried = new TreeSet<>();
    for (String run : RUNS.keySet()) {
      tried.add(run.replaceAll("^.*?(keyfold [a-z ]+) --json.*$", "$1"));
    }
    List<String> all = new ArrayList<>();
    for (CommandSpec command : HelpTest.commands()) {
      if (command.subcommands().isEmpty()) {
        assertThat(command.optionsMap()).as(command.qualifiedName()).containsKey("--json");
        all.add(command.qualifiedName());
      }
    }
    all.remove("keyfold bench");
    assertThat(tried).containsExactlyInAnyOrderElementsOf(all);
  }

  /** What went wrong is said on standard error, and nothing half on standard output. */
  @Test
  void failuresLeaveStandardOutputEmpty() {
    for (String[] wrong :
        new String[][] {
          {"table", "list", "--json", "--store", "rocksdb:" + directory.resolve("none")},
          {"query", "--json", "--store", "memory:", "none", "a = 1"},
          {"serve", "--json", "--store", "memory:", "--bind", "0.0.0.0"},
          {"completion", "--json", "bash"},
          {"export", "--json", "--csv", "--store", "memory:", "t"},
          {"shell", "--json"}
        }) {
      Cli run = Cli.run("", wrong);
      assertThat(run.status()).as(String.join(" ", wrong)).isIn(2, 3, 4);
      assertThat(run.err()).startsWith("keyfold: ");
      assertThat(run.out()).isEmpty();
    }
  }
}
