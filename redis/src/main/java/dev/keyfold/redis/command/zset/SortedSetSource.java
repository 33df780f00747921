package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.ScoreVisitor;
import dev.keyfold.structures.type.StructureType;

/** A sorted set or plain set that is combined with others. For one command. */
final class SortedSetSource {
  private Space space;
  final byte[] key;
  private final boolean plain;
  private final long size;
  double weight = 1;

  private SortedSetSource(Space space, byte[] key, boolean plain, long size) {
    this.space = space;
    this.key = key;
    this.plain = plain;
    this.size = size;
  }

  static SortedSetSource of(Call call, byte[] key) {
    Space space = call.space();
    boolean plain = space.keys().type(key) == StructureType.SET;
    long size = plain ? space.sets().size(key) : space.sortedSets().size(key);
    call.found(key, size > 0);
    return new SortedSetSource(space, key, plain, size);
  }

  /** Switches to another reader of the same database at the same snapshot. */
  void in(Space other) {
    space = other;
  }

  long size() {
    return size;
  }

  boolean contains(byte[] member) {
    return !Double.isNaN(score(member));
  }

  /** The score of a member; NaN if it is missing. */
  double score(byte[] member) {
    if (!plain) {
      return space.sortedSets().score(key, member);
    }
    return space.sets().contains(key, member) ? 1 : Double.NaN;
  }

  /** The score times the weight; infinity times zero is zero. */
  double weighed(double score) {
    double product = score * weight;
    return Double.isNaN(product) ? 0 : product;
  }

  void forEach(ScoreVisitor visitor) {
    if (plain) {
      space.sets().forEach(key, null, member -> visitor.visit(member, 1));
    } else {
      space.sortedSets().forEach(key, 0, false, visitor);
    }
  }
}
