package dev.keyfold.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.keyfold.codec.Dummy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The keyfold command. */
@Command(
    name = "keyfold",
    version = "keyfold 0.1.0-SNAPSHOT",
    mixinStandardHelpOptions = true,
    subcommands = {Main.Demo.class, Main.Echo.class})
public final class Main implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Starts the program. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return 2;
  }

  @Command(name = "demo", description = "Shows what it does.")
  static final class Demo implements Callable<Integer> {
    @Option(names = "--exit", description = "Exit when done.")
    boolean exit;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      PrintWriter out = spec.commandLine().getOut();
      byte[] json = "[1]".getBytes(StandardCharsets.UTF_8);
      try (JsonParser parser = new JsonFactory().createParser(json)) {
        out.println("demo " + parser.nextToken() + " " + Dummy.first(json) + " exit=" + exit);
      }
      out.flush();
      return 0;
    }
  }

  @Command(name = "echo", description = "Prints its arguments.")
  static final class Echo implements Callable<Integer> {
    @Parameters String[] words = {};

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      for (String word : words) {
        out.println("<" + word + ">");
      }
      out.flush();
      return 0;
    }
  }
}
