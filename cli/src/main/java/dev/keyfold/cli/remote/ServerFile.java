package dev.keyfold.cli.remote;

import dev.keyfold.pg.command.Wire;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file in the directory of a store that says which server has it open, and the token to log in
 * as its owner. Only the user who started the server can read it; whoever can could read the store
 * itself.
 */
public record ServerFile(ServerAddress address, String token) {
  /** The name of the file. */
  public static final String NAME = "keyfold-server";

  /** Who logs in with the token. */
  public static final String USER = Wire.OWNER;

  private static final String VERSION = "1";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  /** A token that nobody can guess. */
  public static String newToken() {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** Writes it, in the place of the one of an earlier server. */
  public void write(Path directory) throws IOException {
    Path fresh = directory.resolve(NAME + ".new");
    Files.deleteIfExists(fresh);
    boolean posix = Files.getFileStore(directory).supportsFileAttributeView("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
            : new FileAttribute<?>[0];
    Files.createFile(fresh, attributes);
    String text =
        "version="
            + VERSION
            + "\nhost="
            + address.host()
            + "\nport="
            + address.port()
            + "\ntls="
            + (address.tls() != ServerAddress.Tls.OFF)
            + "\npid="
            + ProcessHandle.current().pid()
            + "\ntoken="
            + token
            + "\n";
    Files.writeString(fresh, text, StandardOpenOption.WRITE);
    Files.move(
        fresh,
        directory.resolve(NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Removes it if it is still this one. */
  public void remove(Path directory) {
    try {
      ServerFile current = read(directory);
      if (current != null && current.token.equals(token)) {
        Files.deleteIfExists(directory.resolve(NAME));
      }
    } catch (IOException e) {
      // A file without its server is ignored.
    }
  }

  /** The file in the directory; null if there is none that can be used. */
  public static @Nullable ServerFile read(@Nullable Path directory) {
    if (directory == null) {
      return null;
    }
    Path file = directory.resolve(NAME);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !isOwn(file)) {
      return null;
    }
    Properties lines = new Properties();
    try {
      lines.load(new StringReader(Files.readString(file, StandardCharsets.UTF_8)));
      if (!VERSION.equals(lines.getProperty("version"))) {
        return null;
      }
      boolean tls = lines.getProperty("tls", "").equals("true");
      // The token proves to both sides who the other is, so the certificate need not.
      return new ServerFile(
          new ServerAddress(
              lines.getProperty("host", ""),
              Integer.parseInt(lines.getProperty("port", "0")),
              tls ? ServerAddress.Tls.UNVERIFIED : ServerAddress.Tls.OFF,
              null),
          lines.getProperty("token", ""));
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  /** A file that others can write could send the command to a server of theirs. */
  private static boolean isOwn(Path file) {
    try {
      return Files.getPosixFilePermissions(file).equals(OWNER_ONLY);
    } catch (UnsupportedOperationException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
