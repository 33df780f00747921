/** What runs in the JVMs of the servers: their own main classes, tied to the life of the test. */
package dev.keyfold.hbase.cluster;
