/** Commands on keys of any type: existence, names, expiry, scans, OBJECT. */
package dev.keyfold.redis.command.generic;
