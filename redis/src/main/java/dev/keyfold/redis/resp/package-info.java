/**
 * The Redis protocol, versions 2 and 3, straight from and to Netty's buffers: {@link
 * dev.keyfold.redis.resp.RequestReader} turns bytes into the arguments of commands, {@link
 * dev.keyfold.redis.resp.ReplyWriter} writes replies. Knows nothing of commands, clients or
 * connections.
 */
package dev.keyfold.redis.resp;
