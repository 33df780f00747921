package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold import --format modeling}: maps and arrays that are spread over entries. */
class ImportModelingTest {
  @TempDir private Path directory;

  private String url(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  private void put(String key, String value) {
    Cli.run("", "put", "--store", url("kv"), key, value).gives("");
  }

  @BeforeEach
  void fill() {
    put("bob", "[\"name\",\"email\"]");
    put("bob.name", "Bob Smith");
    put("bob.email", "bob@gmail.com");
  }

  private Cli run(String... more) {
    List<String> args = new ArrayList<>(List.of("import", "--store", url("maps")));
    args.addAll(List.of("--from-store", url("kv") + "?foreign=true"));
    args.addAll(List.of(more));
    return Cli.run("", args.toArray(new String[0]));
  }

  @Test
  void importsAndVerifies() {
    Cli first = run("--format", "modeling");
    assertThat(first.out())
        .isEqualTo("1 map and 0 arrays with 2 elements imported, and 0 strings\n");
    assertThat(first.err()).matches("keyfold: verified: 2 entries, digest [0-9a-f]{32}\n");
    assertThat(first.status()).isZero();
    put("friends", "\\x06\\x00\\x00\\x00");
    put("friends.0", "joe");
    put("friends.1", "suzy");
    put("friends.2", "\\xff");
    put("plain", "text");
    Cli again = run("--format", "modeling", "--json");
    assertThat(again.out())
        .matches(
            "\\{\"complete\":true,\"maps\":1,\"arrays\":1,\"strings\":1,\"elements\":5,"
                + "\"counts\":\\{\\},\"problems\":\\[\\],\"verified\":true,\"entries\":6,"
                + "\"different\":0,\"digest\":\"[0-9a-f]{32}\"\\}\n");
    Cli.run("", "structure", "export", "--store", url("maps"))
        .gives(
            """
            {"name":"bob","type":"map","elements":{"email":"bob@gmail.com","name":"Bob Smith"}}
            {"name":"friends","type":"array","elements":["joe","suzy","\\\\xff"]}
            {"name":"plain","type":"string","value":"text"}
            """);
  }

  @Test
  void namesProblems() {
    put("eve", "[\"name\",\"phone\"]");
    put("eve.name", "Eve");
    Cli run = run("--format", "modeling", "--database", "2");
    assertThat(run.out())
        .isEqualTo(
            """
            2 maps and 0 arrays with 3 elements imported, and 0 strings
            keys in the list of a map that have no entry: 1
            keys in the list of a map that have no entry: eve.phone
            """);
    assertThat(run.err()).startsWith("keyfold: verified: 3 entries");
    assertThat(run.status()).isEqualTo(1);
    Cli.run("", "structure", "get", "eve", "--database", "2", "--store", url("maps"))
        .gives("name\tEve\n");
  }

  /** The entries that an export writes are those that the import has read. */
  @Test
  void exportsBack() {
    Cli in = run("--format", "modeling");
    String digest = in.err().substring(in.err().indexOf("digest"));
    String copy = url("copy");
    Cli out =
        Cli.run("", "export", "--store", url("maps"), "--to-store", copy, "--format", "modeling:.");
    assertThat(out.out()).isEqualTo(in.out().replace("imported", "exported"));
    assertThat(out.err()).endsWith(digest);
    assertThat(out.status()).isZero();
    Cli.run("", "structure", "set", "tags", "set", "a", "b", "--store", url("maps"));
    Cli left =
        Cli.run(
            "",
            "export",
            "--store",
            url("maps"),
            "--to-store",
            url("copy2"),
            "--format",
            "modeling:/",
            "--json");
    assertThat(left.out())
        .contains("\"leftOut\":{\"an element of a set or a sorted set", "\"verified\":true");
    assertThat(left.status()).isEqualTo(1);
    Cli again =
        Cli.run("", "export", "--store", url("maps"), "--to-store", copy, "--format", "modeling");
    assertThat(again.err()).contains("already has entries; expected a new store");
    assertThat(again.status()).isEqualTo(3);
  }

  @Test
  void checksTheFormat() {
    assertThat(run("--format", "modelling").err())
        .startsWith(
            "keyfold: --format: found 'modelling', expected compound, compound:escaped,"
                + " compound:unescaped, modeling or modeling:SEPARATOR");
    assertThat(run("--format", "modeling:").status()).isEqualTo(2);
    assertThat(run("people", "--format", "modeling").err())
        .startsWith("keyfold: found 'people', expected no table: this format is imported as");
    Cli other = run("--format", "modeling:/");
    assertThat(other.out())
        .isEqualTo("0 maps and 0 arrays with 0 elements imported, and 3 strings\n");
  }
}
