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
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String prelude =
        "keyfold() { '"
            + java
            + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${JVM:-} -cp '"
            + System.getProperty("java.class.path")
            + "' dev.keyfold.cli.Main \"$@\"; }\n";
    Path file = directory.resolve("script.sh");
    Files.writeString(file, prelude + script);
    ProcessBuilder builder = new ProcessBuilder("bash", file.toString());
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
            .replace("keyfold demo --exit", "keyfold demo --exit >/dev/null")
            .replace("less -R", "cat")
            .replace("jq -r '.parts[].text'", "grep -c parts >/dev/null");
    assertThat(bash(quiet)).isEqualTo(expected.toString());
  }
}
