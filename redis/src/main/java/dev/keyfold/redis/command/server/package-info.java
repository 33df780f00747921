/** The family {@code server}: what operators, tools and libraries ask of a server. */
package dev.keyfold.redis.command.server;
