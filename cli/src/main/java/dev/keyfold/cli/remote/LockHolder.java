package dev.keyfold.cli.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process that has a store open, as Linux knows it; elsewhere nothing is known. Only for
 * messages.
 */
public final class LockHolder {
  private static final String LOCK = "LOCK";
  private static final String PROGRAM = "dev.keyfold.cli.Main";
  private static final int LONGEST = 200;

  private LockHolder() {}

  /** A sentence about the process, and what to do; null if it is unknown. */
  public static @Nullable String explain(Path directory) {
    try {
      Object inode = Files.getAttribute(directory.resolve(LOCK), "unix:ino");
      String pid = pid(Files.readAllLines(Path.of("/proc/locks")), String.valueOf(inode));
      if (pid == null || pid.equals(Long.toString(ProcessHandle.current().pid()))) {
        return null;
      }
      byte[] bytes = Files.readAllBytes(Path.of("/proc", pid, "cmdline"));
      return explain(pid, List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1)));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Lines such as {@code 1: POSIX ADVISORY WRITE 4711 fd:01:131 0 EOF}. */
  static @Nullable String pid(List<String> locks, String inode) {
    for (String line : locks) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length > 5 && words[5].endsWith(":" + inode)) {
        return words[4];
      }
    }
    return null;
  }

  /**
   * @param command the words of its command line
   */
  static String explain(String pid, List<String> command) {
    int program = command.indexOf(PROGRAM);
    List<String> shown = program < 0 ? command : command.subList(program + 1, command.size());
    String line = (program < 0 ? "" : "keyfold ") + String.join(" ", shown).strip();
    String who =
        "Process "
            + pid
            + " has it open: "
            + (line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line);
    if (program >= 0 && shown.contains("serve")) {
      return who
          + (isWithoutPort(shown)
              ? ". Commands run in a server through its PostgreSQL port: start it without --pg-port"
                  + " off"
              : ". The server does not answer there; another user may have started it, or it is"
                  + " stopping");
    }
    return who
        + (program >= 0
            ? ". Wait until this command has ended"
            : ". End it, or stop using the store there");
  }

  private static boolean isWithoutPort(List<String> words) {
    int option = words.indexOf("--pg-port");
    return words.contains("--pg-port=off")
        || (option >= 0 && option + 1 < words.size() && words.get(option + 1).equals("off"));
  }
}
