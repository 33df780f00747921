/** The structures of one store for every Redis client. */
module dev.keyfold.redis {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.port;
  requires transitive dev.keyfold.structures;
  requires transitive io.netty.buffer;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires jdk.management;

  exports dev.keyfold.redis;
  // For command families of others: what a command is, and what it sees of its client.
  exports dev.keyfold.redis.auth;
  exports dev.keyfold.redis.client;
  exports dev.keyfold.redis.command;
  exports dev.keyfold.redis.resp;
  exports dev.keyfold.redis.state;

  uses dev.keyfold.redis.command.Family;

  provides dev.keyfold.redis.command.Family with
      dev.keyfold.redis.command.bitmap.BitmapFamily,
      dev.keyfold.redis.command.hash.HashFamily,
      dev.keyfold.redis.command.list.ListFamily,
      dev.keyfold.redis.command.set.SetFamily,
      dev.keyfold.redis.command.sort.SortFamily,
      dev.keyfold.redis.command.string.StringFamily,
      dev.keyfold.redis.command.zset.SortedSetFamily;
}
