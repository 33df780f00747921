package dev.keyfold.console.http;

import java.util.List;

/**
 * What a user may do to structures, name by name: what the ACL says of the command that would do
 * the same on the Redis port. Thread-safe.
 */
public interface NameRights {
  /** Of somebody who may do nothing. */
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
