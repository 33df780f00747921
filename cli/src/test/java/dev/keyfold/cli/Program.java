package dev.keyfold.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.rocksdb.util.Environment;

/**
 * The program for tests that start it as a process: the words in front of its arguments. Prepared
 * once per JVM of a test run as {@code ./keyfold} prepares it, in jars with a class-data archive
 * and with RocksDB's library unpacked: a start takes half the time, and tests start it some two
 * hundred times. Without an archive it is only slower.
 */
final class Program {
  private static final List<String> OPTIONS =
      List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  private static final String MAIN = "dev.keyfold.cli.Main";

  /**
   * Of this JVM alone: a program crashes if its library is written again while it runs. Removed by
   * the next build.
   */
  private static final Path DIRECTORY =
      Path.of("target", "program", Long.toString(ProcessHandle.current().pid())).toAbsolutePath();

  private static List<String> prepared;

  private Program() {}

  /** The command with these options for the JVM; arguments of the program go after it. */
  static List<String> command(String... options) {
    List<String> command = new ArrayList<>(prepared());
    command.addAll(command.size() - 1, List.of(options));
    return command;
  }

  private static synchronized List<String> prepared() {
    if (prepared == null) {
      try {
        prepared = prepare();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return prepared;
  }

  private static List<String> prepare() throws IOException, InterruptedException {
    removeThoseOfEndedBuilds();
    Files.createDirectories(DIRECTORY);
    String library = Environment.getJniLibraryFileName("rocksdb");
    try (InputStream in = Environment.class.getResourceAsStream("/" + library)) {
      if (in != null) {
        Files.write(DIRECTORY.resolve(library), in.readAllBytes());
      }
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.add("-Djava.library.path=" + DIRECTORY);
    String classPath = classPath();
    Path archive = archive(command, classPath);
    if (Files.exists(archive)) {
      command.add("-XX:SharedArchiveFile=" + archive);
    }
    // What the JVM says of an archive that it cannot use would be taken for the program's words.
    command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr", "-cp", classPath, MAIN));
    return command;
  }

  private static void removeThoseOfEndedBuilds() throws IOException {
    Path all = DIRECTORY.getParent();
    if (!Files.isDirectory(all)) {
      return;
    }
    List<Path> old;
    try (Stream<Path> each = Files.list(all)) {
      old = each.filter(path -> !isRunning(path.getFileName().toString())).toList();
    }
    for (Path directory : old) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static boolean isRunning(String process) {
    return process.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(process)).isPresent();
  }

  /** That of the tests, without their own classes; an archive takes no directories. */
  private static String classPath() throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (!Files.isDirectory(path)) {
        jars.add(entry);
      } else if (!path.endsWith("test-classes")) {
        jars.add(jar(path, DIRECTORY.resolve("classes" + jars.size() + ".jar")).toString());
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path jar(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      zip.setLevel(0);
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        zip.putNextEntry(
            new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, zip);
      }
    }
    return jar;
  }

  /** In two steps, as {@code ./keyfold} makes it and for its reasons. */
  private static Path archive(List<String> java, String classPath)
      throws IOException, InterruptedException {
    Path list = DIRECTORY.resolve("classes.txt");
    Path archive = DIRECTORY.resolve("classes.jsa");
    Files.deleteIfExists(list);
    Files.deleteIfExists(archive);
    List<String> training = List.of("demo", "--exit", "--orders", "300");
    run(java, List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + list), classPath, training);
    if (Files.exists(list)) {
      Set<String> once = new LinkedHashSet<>();
      Files.readAllLines(list).forEach(line -> once.add(line.replaceAll(" id: [0-9]+$", "")));
      Files.write(list, once);
      String from = "-XX:SharedClassListFile=" + list;
      String to = "-XX:SharedArchiveFile=" + archive;
      run(java, List.of("-Xshare:dump", from, to), classPath, List.of());
    }
    return archive;
  }

  private static void run(
      List<String> java, List<String> options, String classPath, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(java);
    command.add("-Xlog:disable");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    if (!arguments.isEmpty()) {
      command.add(MAIN);
      command.addAll(arguments);
    }
    Path log = DIRECTORY.resolve("log.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(DIRECTORY.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException(String.format(Locale.ROOT, "%s hangs: %s", command, log));
    }
  }
}
