package dev.keyfold.structures.type;

/** A member of a sorted set; the array is the caller's. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScoredMember(byte[] member, double score) {}
