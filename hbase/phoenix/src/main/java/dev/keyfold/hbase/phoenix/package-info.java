/** Phoenix's client in a process of its own, driven by tests through standard input and output. */
package dev.keyfold.hbase.phoenix;
