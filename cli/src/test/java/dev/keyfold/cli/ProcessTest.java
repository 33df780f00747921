package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process: what only shows outside of the JVM. */
class ProcessTest {
  private static final String S = " --schema 'a int32'";

  @TempDir private Path directory;

  /** Runs a script in which {@code keyfold} is the program; its messages go to the output too. */
  private String bash(String script) throws IOException, InterruptedException {
    return bash(directory, script);
  }

  static String bash(Path directory, String script) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    Program.command().forEach(word -> words.add("'" + word + "'"));
    words.add(words.size() - 1, "${JVM:-}");
    String prelude = "keyfold() { " + String.join(" ", words) + " \"$@\"; }\n";
    Path file = directory.resolve("script.sh");
    Files.writeString(file, prelude + script);
    // Where the build itself runs in the background, Ctrl-C is ignored by all that it starts.
    ProcessBuilder builder =
        new ProcessBuilder("env", "--default-signal=INT", "bash", file.toString());
    builder.environment().remove("NO_COLOR");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TERM", "xterm");
    builder.redirectErrorStream(true);
    builder.directory(directory.toFile());
    Path output = directory.resolve("output.txt");
    builder.redirectOutput(output.toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(400, TimeUnit.SECONDS)).isTrue();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  @Test
  void exitStatuses() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                echo '[1]' | keyfold key encode%1$s; echo $?
                echo '[x]' | keyfold key encode%1$s 2>/dev/null; echo $?
                keyfold key encode 2>/dev/null; echo $?
                keyfold key range --schema 'a int8, b int8' --where 'b = 1' 2>/dev/null; echo $?
                keyfold key encode%1$s </ ; echo $?
                echo '[1]' | keyfold key encode%1$s >/dev/full; echo $?
                """
                    .formatted(S)))
        .isEqualTo(
            """
            80000001
            0
            1
            2
            3
            keyfold: cannot read standard input: Is a directory
            74
            keyfold: cannot write to standard output: No space left on device
            74
            """);
  }

  @Test
  void closedPipeEndsQuietly() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                yes '[1]' | keyfold key encode%s | head -n 1
                echo ${PIPESTATUS[1]}
                """
                    .formatted(S)))
        .isEqualTo("80000001\n0\n");
  }

  @Test
  void coloursOnlyInTerminalsAndNotWithNoColor() throws IOException, InterruptedException {
    String explain = "keyfold key explain" + S + " 80000001 | grep -c $'\\e'\n";
    assertThat(
            bash(
                explain
                    + "JVM=-Dkeyfold.terminal=true\n"
                    + explain
                    + "export NO_COLOR=1\n"
                    + explain
                    + explain.replace("80000001", "80000001 --color=always")))
        .isEqualTo("0\n1\n0\n1\n");
  }

  @Test
  void writesUtf8WhateverTheLocale() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                export LC_ALL=C
                echo 'c3a400' | keyfold key decode --schema 's string'
                """))
        .isEqualTo("[\"ä\"]\n");
  }

  /** Commands that need no store start without one: loading RocksDB alone takes longer. */
  @Test
  void keysNeedNoStore() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                JVM=-Xlog:class+load:file=key.txt
                echo '[1]' | keyfold key encode%s
                grep -cE 'org.rocksdb|keyfold.store.(memory|rocksdb)|keyfold.table.(run|plan)' key.txt
                JVM=-Xlog:class+load:file=table.txt
                keyfold table create --store rocksdb:./s t --schema 'a int8' --key a
                grep -q org.rocksdb table.txt && echo loaded
                """
                    .formatted(S)))
        .isEqualTo("80000001\n0\nloaded\n");
  }

  /** Killed at any moment, an import leaves whole batches and can be gone on with. */
  @Test
  void killedImportIsResumed() throws IOException, InterruptedException {
    int rows = 60_000;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append("{\"k\":").append(i).append(",\"v\":\"").append(i % 100).append("\"}\n");
    }
    Files.writeString(directory.resolve("rows.json"), text);
    String out =
        bash(
            """
            export TERM=xterm
            keyfold table create --store rocksdb:./s t --schema 'k int32, v string' --key k \\
              --index 'by_v: v'
            JVM=-Dkeyfold.terminal.err=true
            keyfold import --store rocksdb:./s t rows.json 2> progress.txt &
            for i in $(seq 400); do
              grep -q rows progress.txt 2> /dev/null && break
              sleep 0.05
            done
            # The function runs in a shell of its own, whose child is the program.
            kill -9 $(ps -o pid= --ppid $!) $! 2> /dev/null
            wait 2> /dev/null
            JVM=
            keyfold export --store rocksdb:./s t > before.txt
            echo $(( $(wc -l < before.txt) % 1000 ))
            keyfold check --store rocksdb:./s t > check.txt; echo $?
            keyfold import --store rocksdb:./s t rows.json --resume 2> resumed.txt; echo $?
            keyfold export --store rocksdb:./s t | cmp - rows.json && echo same
            keyfold check --store rocksdb:./s t > check.txt; echo $?
            """);
    assertThat(out).endsWith("0\n0\n0\nsame\n0\n");
    long before;
    try (var lines = Files.lines(directory.resolve("before.txt"))) {
      before = lines.count();
    }
    String resumed = Files.readString(directory.resolve("resumed.txt"));
    if (before > 0 && before < rows) { // not so slow or fast that it was killed outside of the work
      assertThat(resumed).contains("resuming after line ");
    }
    assertThat(resumed).endsWith(" rows written\n");
  }

  /** Ctrl-C ends an import after a whole batch, says so, and the same command continues there. */
  @Test
  void interruptedImportGoesOn() throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder("k,v\n");
    for (int i = 0; i < 80_000; i++) {
      text.append(i).append(',').append(i % 100).append('\n');
    }
    Files.writeString(directory.resolve("rows.csv"), text);
    String out =
        bash(
            """
            keyfold table create --store rocksdb:./s t --schema 'k int32, v string' --key k \\
              --index 'by_v: v'
            set -m # a job in the background hears Ctrl-C only with job control
            JVM=-Dkeyfold.terminal.err=true
            keyfold import --store rocksdb:./s t rows.csv 2> progress.txt &
            for i in $(seq 400); do
              grep -q rows progress.txt 2> /dev/null && break
              sleep 0.05
            done
            kill -INT $(ps -o pid= --ppid $!)
            wait $!; echo $?
            JVM=
            tr '\\r' '\\n' < progress.txt | tail -n 1
            keyfold check --store rocksdb:./s t > check.txt; echo $?
            keyfold import --store rocksdb:./s t rows.csv 2> resumed.txt; echo $?
            keyfold export --store rocksdb:./s t --csv | cmp - rows.csv && echo same
            keyfold check --store rocksdb:./s t > check.txt; echo $?
            """);
    assertThat(out)
        .matches(
            "130\nkeyfold: stopped after line [0-9,]+: interrupted;"
                + " run the same command to resume there\n0\n0\nsame\n0\n");
    assertThat(Files.readString(directory.resolve("resumed.txt")))
        .startsWith("keyfold: resuming after line ")
        .endsWith(" rows written\n");
  }

  /** What is in a pipe can be read once: nothing looks into it before. */
  @Test
  void importsFromPipes() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                keyfold table create --store rocksdb:./s t --schema 'k int32' --key k
                seq 5 | sed 's/.*/{"k":&}/' > rows.json
                keyfold import --store rocksdb:./s t <(head -3 rows.json); echo $?
                mkfifo pipe
                cat rows.json > pipe & keyfold import --store rocksdb:./s t pipe; echo $?
                keyfold import --store rocksdb:./s t pipe --resume 2>&1 | head -n 1
                keyfold export --store rocksdb:./s t | cmp - rows.json && echo same
                """))
        .isEqualTo(
            """
            keyfold: 3 rows written
            0
            keyfold: 5 rows written
            0
            keyfold: --resume needs a file: a pipe cannot be read again
            same
            """);
  }

  /** Ctrl-C writes all rows that have come through the pipe, the half one not, and counts them. */
  @Test
  void interruptedImportOfAStreamWritesWhatItRead() throws IOException, InterruptedException {
    String out =
        bash(
            """
            keyfold table create --store rocksdb:./s t --schema 'k int32' --key k
            mkfifo pipe
            set -m # a job in the background hears Ctrl-C only with job control
            JVM=-Dkeyfold.terminal.err=true
            keyfold import --store rocksdb:./s t - < pipe 2> progress.txt &
            exec 3> pipe
            seq 1003 | sed 's/.*/{"k":&}/' >&3
            printf '{"k":1004' >&3
            for i in $(seq 400); do
              grep -q rows progress.txt 2> /dev/null && break
              sleep 0.05
            done
            sleep 1 # for those behind the first batch
            kill -INT $(ps -o pid= --ppid $!)
            wait $!; echo $?
            JVM=
            tr '\r' '\n' < progress.txt | tail -n 2 | sed 's/.*keyfold/keyfold/; s/ in .*//'
            keyfold export --store rocksdb:./s t | wc -l
            """);
    assertThat(out)
        .isEqualTo(
            """
            130
            keyfold: 1,003 rows written
            keyfold: stopped after line 1,003: interrupted
            1003
            """);
  }

  /** A message is about the file that is meant, not about a standard stream. */
  @Test
  void failuresNameTheirFile() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                LC_ALL=C keyfold table list --store rocksdb:./ä 2>&1 |
                  sed "s/found '.*', /found PATH, /"
                LC_ALL=C keyfold table create --store rocksdb:./s t --from ä.json --key k 2>&1 |
                  sed "s/found '.*', /found PATH, /"
                LC_ALL=C keyfold import --store rocksdb:./s t ä.json 2> /dev/null; echo $?
                mkdir -m 000 mine
                if [ $(id -u) = 0 ]; then # who may read everything
                  drop=-dac_override,-dac_read_search
                  as="setpriv --bounding-set=$drop --inh-caps=$drop"
                fi
                export -f keyfold
                ${as:-} bash -c 'keyfold table list --store rocksdb:./mine'; echo $?
                """))
        .isEqualTo(
            """
            keyfold: found PATH, expected a path; the locale cannot represent its characters: \
            set LC_ALL=C.UTF-8
            keyfold: found PATH, expected a path; the locale cannot represent its characters: \
            set LC_ALL=C.UTF-8
            74
            keyfold: cannot read ./mine: permission denied
            74
            """);
  }

  /** A real terminal: keys are typed, Tab completes, Ctrl-C gives a line up, Ctrl-D ends. */
  @Test
  void shellInATerminal() throws IOException, InterruptedException {
    String out =
        bash(
            """
            keyfold table create --store rocksdb:./s orders --schema 'user string, n int32' \\
              --key 'user, n'
            printf '{"user":"U1","n":1}\\n{"user":"U1","n":2}\\n' |
              keyfold import --store rocksdb:./s orders - 2> /dev/null
            export KEYFOLD_HISTORY=$PWD/history.txt
            T=-Dkeyfold.terminal
            export -f keyfold
            export JVM="$T=true $T.err=true $T.in=true"
            # Types keys when the screen shows what is awaited; never before the shell listens.
            type() {
              for i in $(seq 300); do
                grep -qF "$1" screen.txt 2> /dev/null && break
                sleep 0.1
              done
              sleep 0.2
              printf "$2"
            }
            (
              type 'keyfold> ' 'ord\\tus\\t= '"'U1'"'\\r'
              type 'U1    2' 'garbage\\003'
              type '' 'orders n == 1\\r'
              type 'literal' '\\004'
              sleep 1
            ) | SHELL=$(command -v bash) script -qefc 'stty cols 80 rows 24; keyfold shell --store rocksdb:./s' \\
              screen.txt > /dev/null
            echo status $?
            """);
    assertThat(out).isEqualTo("status 0\n");
    String screen =
        Files.readString(directory.resolve("screen.txt"))
            .replaceAll("\u001b\\[[0-9;?]*[a-zA-Z]|\u001b[=>]|\r", "");
    assertThat(screen)
        .contains("1 table. Type help for commands.\n")
        .contains("orders user = 'U1'\n", "user  n\nU1    1\nU1    2\n")
        .contains("  orders n == 1\n", "            ^\n", "expected a literal");
    assertThat(Files.readString(directory.resolve("history.txt")))
        .contains(":orders user = 'U1'\n")
        .doesNotContain("garbage");
  }

  /** The script for bash, read by bash: what Tab would offer. */
  @Test
  void bashCompletesCommandsAndOptions() throws IOException, InterruptedException {
    assertThat(
            bash(
                """
                source <(keyfold completion bash)
                offer() {
                  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                  COMPREPLY=()
                  compopt() { :; } # only there while bash itself completes
                  _complete_keyfold
                  echo $(printf '%s\\n' "${COMPREPLY[@]}" | sort -u)
                }
                offer keyfold res
                offer keyfold table d
                offer keyfold import --re
                offer keyfold stats --color n
                keyfold completion fish; echo $?
                """))
        .isEqualTo(
            """
            restore
            describe drop
            --region --restart --resume
            never
            keyfold: found 'fish', expected one of bash, zsh
            keyfold: Try 'keyfold completion --help'.
            2
            """);
  }

  /** Every example of every help text, run as it stands. */
  @Test
  void examplesOfTheHelpAreTrue() throws IOException, InterruptedException {
    StringBuilder script = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    List<String> helps = new ArrayList<>();
    // Examples build on one another: rows are there before they are asked for, and dropped last.
    List<String> names = new ArrayList<>(List.of("keyfold-table-create", "keyfold-import"));
    HelpTest.commands().forEach(command -> names.add(command.qualifiedName("-")));
    names.remove("keyfold-table-drop");
    names.add("keyfold-table-drop");
    names.stream().distinct().forEach(name -> helps.add(Help.text(name)));
    for (String help : helps) {
      boolean command = false;
      for (String line : help.substring(help.indexOf("Examples:")).lines().toList()) {
        if (line.startsWith("    $ ") || (command && line.startsWith("     "))) {
          script.append(line.substring(line.startsWith("    $ ") ? 6 : 4)).append('\n');
          command = true;
        } else if (line.matches("[A-Z].*:") && !line.equals("Examples:")) {
          break; // the next section
        } else if (line.startsWith("    ")) {
          expected.append(line.substring(4)).append('\n');
          command = false;
        } else {
          command = false;
        }
      }
    }
    // Those whose output would be long, or need a tool that may not be there.
    String quiet =
        script
            .toString()
            .replace("keyfold demo --exit", "keyfold demo --orders 900 --exit >/dev/null")
            .replace("./keyfold bench", ": ") // minutes, and another jar
            .replace("less -R", "cat")
            .replace("jq -r '.parts[].text'", "grep -c parts >/dev/null");
    assertThat(bash(quiet)).isEqualTo(expected.toString());
  }
}
