/**
 * Elements by rank: {@link dev.keyfold.structures.rank.Ranks} answers how many elements are before
 * one and which one is the n-th, from counts of blocks that are kept in memory and follow every
 * change ({@link dev.keyfold.structures.rank.RankIndexes}).
 */
package dev.keyfold.structures.rank;
