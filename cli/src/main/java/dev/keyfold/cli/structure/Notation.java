package dev.keyfold.cli.structure;

import dev.keyfold.cli.entry.EscapedText;
import dev.keyfold.cli.key.HexText;
import dev.keyfold.codec.bytes.Bytes;

/** The notation of names and elements, which are bytes; output is valid input. */
enum Notation {
  /** See {@link EscapedText}. */
  TEXT {
    @Override
    String write(byte[] bytes) {
      return EscapedText.write(bytes);
    }

    @Override
    byte[] read(String text) {
      return EscapedText.read(text);
    }
  },

  /** Hexadecimal digits. */
  HEX {
    @Override
    String write(byte[] bytes) {
      return Bytes.toHex(bytes);
    }

    @Override
    byte[] read(String text) {
      return HexText.parse(text);
    }
  };

  abstract String write(byte[] bytes);

  /** Throws a {@link dev.keyfold.table.entry.BadInputException} if the text is malformed. */
  abstract byte[] read(String text);
}
