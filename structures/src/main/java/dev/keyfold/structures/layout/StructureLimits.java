package dev.keyfold.structures.layout;

import dev.keyfold.store.StoreLimits;
import dev.keyfold.structures.errors.StructureLimitException;

/** Every limit of structures in one place. */
public final class StructureLimits {
  /** Longest name: with its expiry before it, it must fit into a key of the store. */
  public static final int NAME_BYTES = 65_500;

  /** Longest field or member: with id and score before it, it must fit into a key of the store. */
  public static final int MEMBER_BYTES = 65_500;

  /** Longest value of a string, a field or a list's element: 512 MB less what stands before it. */
  public static final int VALUE_BYTES = StoreLimits.VALUE_BYTES - 16;

  /** Most logical databases. */
  public static final int DATABASES = 1024;

  private StructureLimits() {}

  public static void checkName(byte[] name) {
    if (name.length > NAME_BYTES) {
      throw tooLong("a name", NAME_BYTES, name.length);
    }
  }

  public static void checkMember(byte[] member) {
    checkMember(member.length);
  }

  /** For a member of that many bytes. */
  public static void checkMember(int length) {
    if (length > MEMBER_BYTES) {
      throw tooLong("a field or member", MEMBER_BYTES, length);
    }
  }

  public static void checkValue(long length) {
    if (length > VALUE_BYTES) {
      throw tooLong("a value", VALUE_BYTES, length);
    }
  }

  private static StructureLimitException tooLong(String what, int most, long found) {
    return new StructureLimitException(what + " has at most " + most + " bytes; found " + found);
  }
}
