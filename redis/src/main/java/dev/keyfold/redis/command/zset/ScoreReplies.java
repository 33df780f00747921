package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.structures.type.ScoredMember;
import java.util.List;

/** Members with scores on their way to a client. */
final class ScoreReplies {
  private ScoreReplies() {}

  /** Writes members, with scores as pairs (RESP3) or as a flat array (RESP2). */
  static void reply(ReplyWriter reply, List<ScoredMember> members, boolean withScores) {
    if (withScores && reply.protocol() > 2) {
      pairs(reply, members);
    } else if (withScores) {
      flat(reply, members);
    } else {
      reply.array(members.size());
      members.forEach(each -> reply.bulk(each.member()));
    }
  }

  /** An array of arrays of two. */
  static void pairs(ReplyWriter reply, List<ScoredMember> members) {
    reply.array(members.size());
    for (ScoredMember each : members) {
      reply.array(2);
      reply.bulk(each.member());
      reply.real(each.score());
    }
  }

  /** Members and scores alternating. */
  static void flat(ReplyWriter reply, List<ScoredMember> members) {
    reply.array(2L * members.size());
    for (ScoredMember each : members) {
      reply.bulk(each.member());
      reply.real(each.score());
    }
  }
}
