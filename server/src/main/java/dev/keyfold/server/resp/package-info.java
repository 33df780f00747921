/**
 * The Redis protocol, versions 2 and 3, straight from and to Netty's buffers: {@link
 * dev.keyfold.server.resp.RequestReader} turns bytes into the arguments of commands, {@link
 * dev.keyfold.server.resp.ReplyWriter} writes replies. Knows nothing of commands, clients or
 * connections.
 */
package dev.keyfold.server.resp;
