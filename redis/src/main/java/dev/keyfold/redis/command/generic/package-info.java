/** Commands on keys of any type: existence, names, expiry, scans, what OBJECT tells. */
package dev.keyfold.redis.command.generic;
