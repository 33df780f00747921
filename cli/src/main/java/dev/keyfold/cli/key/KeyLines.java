package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Output;

/**
 * Keys on their way out, one per line: in hexadecimal, or as an object with it. Not thread-safe.
 */
final class KeyLines {
  private final Output out;
  private final boolean json;

  KeyLines(Output out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /** The first {@code length} bytes. */
  void write(byte[] bytes, int length) {
    if (json) { // digits need no escaping
      out.text("{\"key\":\"").hex(bytes, length).text("\"}").endLine();
    } else {
      out.hex(bytes, length).endLine();
    }
  }
}
