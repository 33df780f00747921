/** Redis clients that people use, each with its defaults, against a running server. */
package dev.keyfold.redis.clients;
