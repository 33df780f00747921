package dev.keyfold.console.http;

import java.util.List;

/**
 * The rights of a user to single structures: the ACL rights of the equivalent Redis command.
 * Thread-safe.
 */
public interface NameRights {
  /** No rights. */
  NameRights NONE =
      new NameRights() {
        @Override
        public boolean may(String command, byte[] name, boolean write) {
          return false;
        }

        @Override
        public List<byte[]> beginnings() {
          return List.of();
        }

        @Override
        public String patterns() {
          return "";
        }
      };

  /** Whether the command may be run on the name. */
  boolean may(String command, byte[] name, boolean write);

  /** How names that may be seen begin, in order; an empty one if they may begin in any way. */
  List<byte[]> beginnings();

  /** The patterns of names, as the ACL has them. */
  String patterns();
}
