/** The family {@code server}: commands for operators, tools and client libraries. */
package dev.keyfold.redis.command.server;
