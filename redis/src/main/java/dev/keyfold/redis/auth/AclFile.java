package dev.keyfold.redis.auth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of users for ACL LOAD and ACL SAVE: a line {@code user NAME RULE…} for each, as ACL LIST
 * writes them, and what the PostgreSQL port checks passwords with. Confined to the loop, as users
 * are.
 */
public final class AclFile {
  private final @Nullable Path path;

  /**
   * @param path null: there is no file
   */
  public AclFile(@Nullable Path path) {
    this.path = path;
  }

  /** Whether there is a file to load from and save to. */
  public boolean isConfigured() {
    return path != null;
  }

  /** Whether it exists; a server starts without it the first time. */
  public boolean exists() {
    return path != null && Files.exists(path);
  }

  /**
   * Replaces all users by those of the file, or none if a line is wrong. The default user stays as
   * it is if the file does not name it.
   *
   * @return the users that are gone
   */
  public List<User> load(Users users) throws IOException {
    Path file = path();
    if (!exists()) {
      throw new IOException(file + " does not exist; ACL SAVE creates it");
    }
    Map<String, List<String>> rules = new LinkedHashMap<>();
    int number = 0;
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      number++;
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      List<String> words = new ArrayList<>(List.of(text.split("\\s+", -1)));
      if (words.size() < 2 || !words.get(0).equals("user")) {
        throw wrong(number, "found '" + words.get(0) + "', expected user NAME RULE …");
      }
      if (rules.put(words.get(1), words.subList(2, words.size())) != null) {
        throw wrong(number, "user '" + words.get(1) + "' is defined twice");
      }
      try {
        users.made(words.get(1), words.subList(2, words.size()));
      } catch (AclException e) {
        throw wrong(number, e.getMessage());
      }
    }
    return users.replace(rules);
  }

  private IOException wrong(int line, String what) {
    return new IOException(path + ", line " + line + ": " + what);
  }

  /** Writes all users: beside the file, to disk, and then in its place; for the owner only. */
  public void save(Users users) throws IOException {
    StringBuilder text = new StringBuilder();
    users.all().forEach(user -> text.append(user.stored()).append('\n'));
    Path file = path().toAbsolutePath();
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] secret =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try (FileChannel out =
        FileChannel.open(
            fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), secret)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path path() {
    if (path == null) {
      throw new IllegalStateException("no ACL file is configured");
    }
    return path;
  }
}
