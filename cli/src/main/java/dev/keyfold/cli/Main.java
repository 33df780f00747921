package dev.keyfold.cli;

import dev.keyfold.cli.admin.BackupCommand;
import dev.keyfold.cli.admin.BenchCommand;
import dev.keyfold.cli.admin.CheckCommand;
import dev.keyfold.cli.admin.CompletionCommand;
import dev.keyfold.cli.admin.RestoreCommand;
import dev.keyfold.cli.admin.SalvageCommand;
import dev.keyfold.cli.admin.StatsCommand;
import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.GroupCommand;
import dev.keyfold.cli.command.Served;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.data.ExplainQueryCommand;
import dev.keyfold.cli.data.ExportCommand;
import dev.keyfold.cli.data.ImportCommand;
import dev.keyfold.cli.data.QueryCommand;
import dev.keyfold.cli.demo.DemoCommand;
import dev.keyfold.cli.entry.DdlCommand;
import dev.keyfold.cli.entry.DeleteCommand;
import dev.keyfold.cli.entry.GetCommand;
import dev.keyfold.cli.entry.GuessCommand;
import dev.keyfold.cli.entry.PutCommand;
import dev.keyfold.cli.entry.ScanCommand;
import dev.keyfold.cli.key.ConvertCommand;
import dev.keyfold.cli.key.DecodeCommand;
import dev.keyfold.cli.key.EncodeCommand;
import dev.keyfold.cli.key.ExplainCommand;
import dev.keyfold.cli.key.IndexCommand;
import dev.keyfold.cli.key.RangeCommand;
import dev.keyfold.cli.remote.ServerAddress;
import dev.keyfold.cli.serve.ServeCommand;
import dev.keyfold.cli.shell.ShellCommand;
import dev.keyfold.cli.sql.SqlCommand;
import dev.keyfold.cli.structure.StructureDeleteCommand;
import dev.keyfold.cli.structure.StructureExportCommand;
import dev.keyfold.cli.structure.StructureGetCommand;
import dev.keyfold.cli.structure.StructureImportCommand;
import dev.keyfold.cli.structure.StructureListCommand;
import dev.keyfold.cli.structure.StructureSetCommand;
import dev.keyfold.cli.table.AdviseCommand;
import dev.keyfold.cli.table.TableAlterCommand;
import dev.keyfold.cli.table.TableCreateCommand;
import dev.keyfold.cli.table.TableDescribeCommand;
import dev.keyfold.cli.table.TableDropCommand;
import dev.keyfold.cli.table.TableListCommand;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The keyfold command.
 *
 * <p>{@link #run} is the whole program as a function of its arguments and streams; the statuses it
 * gives are those that {@code keyfold --help} lists.
 */
public final class Main {
  /** This program, for commands that run others. */
  static final CommandTree PROGRAM =
      new CommandTree() {
        @Override
        public Command root(Console console) {
          return Main.root(console);
        }

        @Override
        public int run(String[] args, Console console) {
          return Main.run(args, console);
        }

        @Override
        public int report(Throwable failure, Console console) {
          return new ErrorReport(console).report(failure);
        }
      };

  private Main() {}

  /** Starts the program. */
  public static void main(String[] args) {
    // HBase's client logs; without a logging backend its library would print a warning to standard
    // error.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    ClientNoise.silence();
    // The streams below System.in and System.out: those hide failures and copy everything once
    // more.
    Console console =
        new Console(
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            System.getenv(),
            isTerminal("keyfold.terminal"),
            isTerminal("keyfold.terminal.err"));
    console.answers(isTerminal("keyfold.terminal.in"));
    System.exit(run(args, console));
  }

  /**
   * Whether standard output, or standard error, is a terminal. Only the start script can detect it:
   * Java's own check covers input and output together, and since version 22 always returns true.
   */
  private static boolean isTerminal(String property) {
    return Boolean.getBoolean(property);
  }

  /** Runs a command line without a terminal and without an environment; gives the exit status. */
  public static int run(String[] args, InputStream in, OutputStream out, OutputStream err) {
    return run(args, new Console(in, out, err, Map.of(), false));
  }

  static int run(String[] args, Console console) {
    int status;
    console.arguments(args);
    try {
      status = execute(args, console);
      console.flush();
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      status = new ErrorReport(console).report(e);
    }
    console.finish();
    return status;
  }

  private static int execute(String[] args, Console console) throws IOException {
    CommandLine commandLine = new CommandLine(root(console).spec());
    commandLine.setExpandAtFiles(false); // an argument is what it says, also if it starts with @
    commandLine.setPosixClusteredShortOptionsAllowed(
        false); // -help is --help mistyped, not -h -e …
    ParseResult parsed = parse(commandLine, args);
    for (ParseResult level = parsed; ; level = level.subcommand()) {
      Command command = (Command) level.commandSpec().userObject();
      command.chooseColour(level);
      if (level.isUsageHelpRequested()) {
        if (!level.unmatched().isEmpty() && !level.commandSpec().subcommands().isEmpty()) {
          // The parser forgives everything for a help; but whose help, if there is no such command?
          CommandLine group = level.commandSpec().commandLine();
          throw new UnmatchedArgumentException(group, level.unmatched());
        }
        new Help(console).show(level.commandSpec().qualifiedName("-"));
        return ExitCode.DONE;
      }
      if (level.isVersionHelpRequested()) {
        console.out().text("keyfold " + Help.version()).endLine();
        return ExitCode.DONE;
      }
      if (!level.hasSubcommand()) {
        if (console.served() != null) {
          Served.check(command, level);
        }
        if (!(command instanceof StoreCommand)
            && ServerAddress.isServer(level.matchedOptionValue("--store", ""))) {
          throw command.usage(
              command.spec().qualifiedName()
                  + " needs a store that no server has open; give its own URL, such as rocksdb:PATH");
        }
        return command.run(level);
      }
    }
  }

  /** An option that is mistyped is the mistake, not the one that is missing because of it. */
  private static ParseResult parse(CommandLine program, String[] args) {
    List<String> words = Typo.helpAsOption(program.getCommandSpec(), List.of(args));
    try {
      return program.parseArgs(words.toArray(new String[0]));
    } catch (ParameterException wrong) {
      Typo typo = Typo.find(program.getCommandSpec(), words);
      if (typo == null) {
        throw wrong;
      }
      CommandLine command = typo.command().commandLine();
      String tooEarly = typo.tooEarly();
      if (tooEarly != null) {
        throw new ParameterException(command, tooEarly);
      }
      throw new UnmatchedArgumentException(command, List.of(typo.word()));
    }
  }

  /** All commands. */
  static Command root(Console console) {
    Command root =
        new GroupCommand(
            "keyfold",
            console,
            new GroupCommand(
                "key",
                console,
                new EncodeCommand(console),
                new DecodeCommand(console),
                new ExplainCommand(console),
                new RangeCommand(console),
                new ConvertCommand(console),
                new IndexCommand(console),
                new GuessCommand(console)),
            new GroupCommand(
                "table",
                console,
                new TableCreateCommand(console),
                new TableListCommand(console),
                new TableDescribeCommand(console),
                new TableAlterCommand(console),
                new TableDropCommand(console)),
            new GroupCommand(
                "structure",
                console,
                new StructureListCommand(console),
                new StructureGetCommand(console),
                new StructureSetCommand(console),
                new StructureDeleteCommand(console),
                new StructureImportCommand(console),
                new StructureExportCommand(console)),
            new ScanCommand(console),
            new DdlCommand(console),
            new GetCommand(console),
            new PutCommand(console),
            new DeleteCommand(console),
            new ImportCommand(console),
            new ExportCommand(console),
            new QueryCommand(console),
            new ExplainQueryCommand(console),
            new SqlCommand(console),
            new CheckCommand(console),
            new AdviseCommand(console),
            new StatsCommand(console),
            new BackupCommand(console),
            new RestoreCommand(console),
            new SalvageCommand(console),
            new ShellCommand(PROGRAM, console),
            new ServeCommand(PROGRAM, console),
            new DemoCommand(PROGRAM, console),
            new BenchCommand(console),
            new CompletionCommand(PROGRAM, console));
    root.spec().addOption(OptionSpec.builder("-V", "--version").versionHelp(true).build());
    return root;
  }
}
