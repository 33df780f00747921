/** Commands on plain values: GET, SET and what grew around them, counters, ranges, LCS. */
package dev.keyfold.redis.command.string;
