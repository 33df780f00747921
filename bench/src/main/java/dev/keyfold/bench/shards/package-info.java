/**
 * How evenly the shard prefix spreads keys that are not even: what {@code docs/SCALING.md} says of
 * balance is printed by {@link dev.keyfold.bench.shards.ShardBalance}.
 *
 * <p>The keys are encoded by the codec, and the shard is taken with the codec's hash; a test proves
 * that it is the prefix which the codec writes. Nothing is measured here: the same seed prints the
 * same table on every machine.
 */
package dev.keyfold.bench.shards;
