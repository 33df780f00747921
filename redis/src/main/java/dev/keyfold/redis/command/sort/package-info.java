/** SORT and SORT_RO: the elements of a list, set or sorted set in another order. */
package dev.keyfold.redis.command.sort;
