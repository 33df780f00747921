package dev.keyfold.cli.command;

import dev.keyfold.pg.command.CommandCall;
import dev.keyfold.pg.command.FileFacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that arguments name: those of this process or, for a command that runs in a server,
 * those of the client. A command opens a file of the user only through this.
 */
public interface CommandFiles {
  /** Of this process. */
  CommandFiles LOCAL =
      new CommandFiles() {
        @Override
        public InputStream open(String name) throws IOException {
          // A channel's stream skips by seeking, which resuming a large file needs.
          return Files.newInputStream(Path.of(name));
        }

        @Override
        public FileFacts facts(String name) throws IOException {
          return FileFacts.of(Path.of(name));
        }
      };

  /** Those of the client of a call. */
  static CommandFiles of(CommandCall call) {
    return new CommandFiles() {
      @Override
      public InputStream open(String name) throws IOException {
        return call.open(name);
      }

      @Override
      public FileFacts facts(String name) throws IOException {
        return call.facts(name);
      }
    };
  }

  InputStream open(String name) throws IOException;

  FileFacts facts(String name) throws IOException;

  /** The whole file, which is a text in UTF-8. */
  default String text(String name) throws IOException {
    try (InputStream in = open(name)) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }
  }
}
