package dev.keyfold.structures.type;

import org.jspecify.annotations.Nullable;

/**
 * Members from one to another in byte order, each included or not; null for no bound. Makes sense
 * for a sorted set whose members all have the same score.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MemberRange(
    byte @Nullable [] min, boolean minIncluded, byte @Nullable [] max, boolean maxIncluded) {
  /** All of them. */
  public static final MemberRange ALL = new MemberRange(null, true, null, true);
}
