package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Category.DANGEROUS;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandStats;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Server;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.structures.Space;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** INFO: the server's state as lines of text, in sections. */
final class InfoCommand {
  private static final Set<String> MORE = Set.of("commandstats", "latencystats");

  /** Writes the lines of a section. */
  private interface Section {
    void write(Call call, StringBuilder out);
  }

  private static final Map<String, Section> SECTIONS = sections();

  private InfoCommand() {}

  static void register(CommandTable.Registry commands) {
    commands
        .add("info", -1)
        .flags(LOADING, STALE)
        .in(DANGEROUS)
        .summary("Tells the server's state.")
        .runs(InfoCommand::run);
  }

  private static Map<String, Section> sections() {
    Map<String, Section> sections = new LinkedHashMap<>();
    sections.put("Server", InfoCommand::server);
    sections.put("Clients", InfoCommand::clients);
    sections.put("Memory", InfoCommand::memory);
    sections.put("Persistence", InfoCommand::persistence);
    sections.put("Stats", InfoCommand::stats);
    sections.put("Replication", InfoCommand::replication);
    sections.put("CPU", InfoCommand::cpu);
    sections.put("Modules", (call, out) -> {});
    sections.put("Commandstats", InfoCommand::commandStats);
    sections.put("Errorstats", InfoCommand::errorStats);
    sections.put("Latencystats", InfoCommand::latencyStats);
    sections.put("Cluster", (call, out) -> line(out, "cluster_enabled", 0));
    sections.put("Keyspace", InfoCommand::keyspace);
    return sections;
  }

  private static void run(Call call) {
    Set<String> asked = new LinkedHashSet<>();
    for (int i = 1; i < call.count(); i++) {
      asked.add(call.text(i).toLowerCase(Locale.ROOT));
    }
    boolean all = asked.contains("all") || asked.contains("everything");
    boolean byDefault = asked.isEmpty() || asked.contains("default");
    StringBuilder out = new StringBuilder();
    SECTIONS.forEach(
        (name, section) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (all || asked.contains(lower) || (byDefault && !MORE.contains(lower))) {
            out.append(out.isEmpty() ? "" : "\r\n").append("# ").append(name).append("\r\n");
            section.write(call, out);
          }
        });
    call.reply().verbatim("txt", out.toString());
  }

  private static void line(StringBuilder out, String name, Object value) {
    out.append(name).append(':').append(value).append("\r\n");
  }

  private static void server(Call call, StringBuilder out) {
    Server server = call.server();
    long uptime = (server.millis() - server.startMillis()) / 1000;
    line(out, "redis_version", Server.REDIS_VERSION);
    line(out, "redis_mode", "standalone");
    line(out, "os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    line(out, "arch_bits", 64);
    line(out, "process_id", ProcessHandle.current().pid());
    line(out, "tcp_port", server.config().get("port"));
    line(out, "server_time_usec", server.millis() * 1000);
    line(out, "uptime_in_seconds", uptime);
    line(out, "uptime_in_days", uptime / 86400);
    line(out, "hz", server.config().get("hz"));
    line(out, "executable", "keyfold");
    line(out, "config_file", "");
  }

  private static void clients(Call call, StringBuilder out) {
    Server server = call.server();
    line(out, "connected_clients", server.clients().size());
    line(out, "cluster_connections", 0);
    line(out, "maxclients", server.config().get("maxclients"));
    line(out, "client_recent_max_input_buffer", 0);
    line(out, "client_recent_max_output_buffer", 0);
    line(out, "blocked_clients", server.blocking().clients() + server.pause().clients());
    line(out, "tracking_clients", server.tracking().clientCount());
    line(out, "clients_in_timeout_table", server.blocking().clients());
  }

  private static void memory(Call call, StringBuilder out) {
    MemoryFigures memory = MemoryFigures.now();
    bytes(out, "used_memory", memory.used());
    bytes(out, "used_memory_rss", memory.resident());
    bytes(out, "used_memory_peak", memory.peak());
    bytes(out, "used_memory_rss_peak", memory.residentPeak());
    bytes(out, "jvm_heap_used", memory.heapUsed());
    bytes(out, "jvm_heap_max", memory.heapMost());
    bytes(out, "total_system_memory", memory.system());
    bytes(out, "maxmemory", call.server().config().integer("maxmemory"));
    line(out, "maxmemory_policy", call.server().config().get("maxmemory-policy"));
    double ratio = (double) memory.resident() / memory.used();
    line(out, "mem_fragmentation_ratio", String.format(Locale.ROOT, "%.2f", ratio));
    line(out, "mem_fragmentation_bytes", memory.resident() - memory.used());
    line(out, "mem_allocator", "jvm");
    line(out, "lazyfree_pending_objects", 0);
    line(out, "lazyfreed_objects", 0);
  }

  private static void bytes(StringBuilder out, String name, long value) {
    line(out, name, value);
    line(out, name + "_human", MemoryFigures.human(value));
  }

  private static void persistence(Call call, StringBuilder out) {
    line(out, "loading", 0);
    line(out, "async_loading", 0);
    line(out, "rdb_changes_since_last_save", call.server().stats().changes);
    line(out, "rdb_bgsave_in_progress", 0);
    line(out, "rdb_last_save_time", call.server().startMillis() / 1000);
    // What monitors look at, in a server that has neither file: whether the store takes writes.
    String status = call.server().writeHealth().isFull() ? "err" : "ok";
    line(out, "rdb_last_bgsave_status", status);
    line(out, "aof_enabled", 0);
    line(out, "aof_rewrite_in_progress", 0);
    line(out, "aof_rewrite_scheduled", 0);
    line(out, "aof_last_bgrewrite_status", "ok");
    line(out, "aof_last_write_status", status);
  }

  private static void stats(Call call, StringBuilder out) {
    Stats stats = call.server().stats();
    line(out, "total_connections_received", stats.connections);
    line(out, "total_commands_processed", stats.commands);
    line(out, "instantaneous_ops_per_sec", 0);
    line(out, "total_net_input_bytes", stats.inputBytes);
    line(out, "total_net_output_bytes", stats.outputBytes);
    line(out, "rejected_connections", stats.rejectedConnections);
    line(out, "expired_keys", stats.expired);
    line(out, "evicted_keys", 0);
    line(out, "evicted_clients", stats.evictedClients);
    line(out, "keyspace_hits", stats.hits);
    line(out, "keyspace_misses", stats.misses);
    line(out, "pubsub_channels", call.server().pubsub().channels().size());
    line(out, "pubsub_patterns", call.server().pubsub().patternCount());
    line(out, "pubsubshard_channels", call.server().pubsub().shardChannels().size());
    line(out, "tracking_total_keys", call.server().tracking().keyCount());
    line(out, "tracking_total_items", call.server().tracking().itemCount());
    line(out, "tracking_total_prefixes", call.server().tracking().prefixCount());
    line(out, "latest_fork_usec", 0);
    line(out, "total_forks", 0);
    line(out, "total_error_replies", stats.errors);
    line(out, "client_output_buffer_limit_disconnections", stats.outputLimitDisconnections);
    line(out, "acl_access_denied_auth", stats.deniedFor("AUTH"));
    line(out, "acl_access_denied_cmd", stats.deniedFor("COMMAND"));
    line(out, "acl_access_denied_key", stats.deniedFor("KEY"));
    line(out, "acl_access_denied_channel", stats.deniedFor("CHANNEL"));
  }

  private static void replication(Call call, StringBuilder out) {
    line(out, "role", "master");
    line(out, "connected_slaves", 0);
    line(out, "master_failover_state", "no-failover");
    line(out, "master_repl_offset", 0);
  }

  private static void cpu(Call call, StringBuilder out) {
    double seconds = 0;
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      seconds = system.getProcessCpuTime() / 1e9;
    }
    line(out, "used_cpu_sys", "0.000000");
    line(out, "used_cpu_user", String.format(Locale.ROOT, "%.6f", seconds));
  }

  private static void commandStats(Call call, StringBuilder out) {
    for (Command command : call.server().commands().all()) {
      CommandStats stats = command.stats();
      if (stats.calls() > 0 || stats.rejected() > 0) {
        double mean = stats.calls() == 0 ? 0 : (double) stats.micros() / stats.calls();
        out.append(
            String.format(
                Locale.ROOT,
                "cmdstat_%s:calls=%d,usec=%d,usec_per_call=%.2f,rejected_calls=%d,failed_calls=%d"
                    + "\r\n",
                command.fullName(),
                stats.calls(),
                stats.micros(),
                mean,
                stats.rejected(),
                stats.failed()));
      }
    }
  }

  private static void errorStats(Call call, StringBuilder out) {
    call.server()
        .stats()
        .errorsByCode()
        .forEach((code, count) -> line(out, "errorstat_" + code, "count=" + count));
  }

  private static void latencyStats(Call call, StringBuilder out) {
    for (Command command : call.server().commands().all()) {
      CommandStats stats = command.stats();
      if (stats.calls() > 0) {
        double mean = (double) stats.micros() / stats.calls();
        out.append(
            String.format(
                Locale.ROOT, "latency_percentiles_usec_%s:p50=%.3f\r\n", command.fullName(), mean));
      }
    }
  }

  private static void keyspace(Call call, StringBuilder out) {
    long databases = call.server().config().integer("databases");
    call.work().expireDue(Server.EXPIRE_TO_COUNT);
    for (int i = 0; i < databases; i++) {
      Space space = call.space(i);
      long keys = space.keys().size(0);
      if (keys > 0) {
        String value = "keys=" + keys + ",expires=" + space.keys().expiring() + ",avg_ttl=0";
        line(out, "db" + i, value);
      }
    }
  }
}
