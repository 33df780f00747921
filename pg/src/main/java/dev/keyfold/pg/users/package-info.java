/** What the port asks a server about its users: how they log in, and what they may do. */
package dev.keyfold.pg.users;
