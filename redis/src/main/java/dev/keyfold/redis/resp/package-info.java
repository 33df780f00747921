/**
 * The Redis protocol, RESP2 and RESP3, directly on Netty's buffers: {@link
 * dev.keyfold.redis.resp.RequestReader} parses the arguments of commands, {@link
 * dev.keyfold.redis.resp.ReplyWriter} writes replies. Independent of commands, clients and
 * connections.
 */
package dev.keyfold.redis.resp;
