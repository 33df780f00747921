package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Category.DANGEROUS;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.port.Backups;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandStats;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.dispatch.WriteHealth;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.structures.Space;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** INFO: the server's state as lines of text, in sections. */
public final class InfoCommand implements Family {
  private static final Set<String> MORE = Set.of("commandstats", "latencystats");

  /** Writes the lines of a section. */
  private interface Section {
    void write(Call call, StringBuilder out);
  }

  private final Map<String, Section> sections = sections();

  private final Config config;
  private final InstantSource clock;
  private final long startMillis;
  private final CommandTable table;
  private final Stats stats;
  private final Backups backups;
  private final WriteHealth writeHealth;
  private final ClientInfo clientInfo;

  /** Reports on these parts. */
  public InfoCommand(
      Config config,
      InstantSource clock,
      long startMillis,
      CommandTable table,
      Stats stats,
      Backups backups,
      WriteHealth writeHealth,
      ClientInfo clientInfo) {
    this.config = config;
    this.clock = clock;
    this.startMillis = startMillis;
    this.table = table;
    this.stats = stats;
    this.backups = backups;
    this.writeHealth = writeHealth;
    this.clientInfo = clientInfo;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    commands
        .add("info", -1)
        .flags(LOADING, STALE)
        .in(DANGEROUS)
        .summary("Returns the state of the server.")
        .runs(this::run);
  }

  private Map<String, Section> sections() {
    Map<String, Section> sections = new LinkedHashMap<>();
    sections.put("Server", this::server);
    sections.put("Clients", (call, out) -> clientInfo.clients(out));
    sections.put("Memory", this::memory);
    sections.put("Persistence", this::persistence);
    sections.put("Stats", this::stats);
    sections.put("Replication", InfoCommand::replication);
    sections.put("CPU", InfoCommand::cpu);
    sections.put("Modules", (call, out) -> {});
    sections.put("Commandstats", this::commandStats);
    sections.put("Errorstats", this::errorStats);
    sections.put("Latencystats", this::latencyStats);
    sections.put("Cluster", (call, out) -> line(out, "cluster_enabled", 0));
    sections.put("Keyspace", this::keyspace);
    return sections;
  }

  private void run(Call call) {
    Set<String> asked = new LinkedHashSet<>();
    for (int i = 1; i < call.count(); i++) {
      asked.add(call.text(i).toLowerCase(Locale.ROOT));
    }
    boolean all = asked.contains("all") || asked.contains("everything");
    boolean byDefault = asked.isEmpty() || asked.contains("default");
    StringBuilder out = new StringBuilder();
    sections.forEach(
        (name, section) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (all || asked.contains(lower) || (byDefault && !MORE.contains(lower))) {
            out.append(out.isEmpty() ? "" : "\r\n").append("# ").append(name).append("\r\n");
            section.write(call, out);
          }
        });
    call.reply().verbatim("txt", out.toString());
  }

  static void line(StringBuilder out, String name, Object value) {
    out.append(name).append(':').append(value).append("\r\n");
  }

  private void server(Call call, StringBuilder out) {
    long uptime = (clock.millis() - startMillis) / 1000;
    line(out, "redis_version", CommandTable.REDIS_VERSION);
    line(out, "redis_mode", "standalone");
    line(out, "os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    line(out, "arch_bits", 64);
    line(out, "process_id", ProcessHandle.current().pid());
    line(out, "tcp_port", config.get("port"));
    line(out, "server_time_usec", clock.millis() * 1000);
    line(out, "uptime_in_seconds", uptime);
    line(out, "uptime_in_days", uptime / 86400);
    line(out, "hz", config.get("hz"));
    line(out, "executable", "keyfold");
    line(out, "config_file", "");
  }

  private void memory(Call call, StringBuilder out) {
    MemoryFigures memory = MemoryFigures.now();
    bytes(out, "used_memory", memory.used());
    bytes(out, "used_memory_rss", memory.resident());
    bytes(out, "used_memory_peak", memory.peak());
    bytes(out, "used_memory_rss_peak", memory.residentPeak());
    bytes(out, "jvm_heap_used", memory.heapUsed());
    bytes(out, "jvm_heap_max", memory.heapMost());
    bytes(out, "total_system_memory", memory.system());
    bytes(out, "maxmemory", config.integer("maxmemory"));
    line(out, "maxmemory_policy", config.get("maxmemory-policy"));
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

  private void persistence(Call call, StringBuilder out) {
    line(out, "loading", 0);
    line(out, "async_loading", 0);
    line(out, "rdb_changes_since_last_save", stats.changes);
    Backups.Status backup = backups.status();
    boolean running = backup.state() == Backups.State.RUNNING;
    long saved = backup.savedMillis() == 0 ? startMillis : backup.savedMillis();
    line(out, "rdb_bgsave_in_progress", running ? 1 : 0);
    line(out, "rdb_last_save_time", saved / 1000);
    // What monitors look at: whether the store takes writes, and whether the last backup failed.
    String status = writeHealth.isFull() ? "err" : "ok";
    boolean failed = backup.state() == Backups.State.FAILED;
    line(out, "rdb_last_bgsave_status", failed ? "err" : status);
    boolean ended = backup.endedMillis() > 0;
    line(
        out,
        "rdb_last_bgsave_time_sec",
        ended ? (backup.endedMillis() - backup.startedMillis()) / 1000 : -1);
    line(
        out,
        "rdb_current_bgsave_time_sec",
        running ? Math.max(0, clock.millis() - backup.startedMillis()) / 1000 : -1);
    line(out, "keyfold_backup", backup.place());
    line(out, "keyfold_backup_error", backup.message().replaceAll("[\\r\\n]+", " "));
    line(out, "aof_enabled", 0);
    line(out, "aof_rewrite_in_progress", 0);
    line(out, "aof_rewrite_scheduled", 0);
    line(out, "aof_last_bgrewrite_status", "ok");
    line(out, "aof_last_write_status", status);
  }

  private void stats(Call call, StringBuilder out) {
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
    clientInfo.listeners(out);
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

  private void commandStats(Call call, StringBuilder out) {
    for (Command command : table.all()) {
      CommandStats its = command.stats();
      if (its.calls() > 0 || its.rejected() > 0) {
        double mean = its.calls() == 0 ? 0 : (double) its.micros() / its.calls();
        out.append(
            String.format(
                Locale.ROOT,
                "cmdstat_%s:calls=%d,usec=%d,usec_per_call=%.2f,rejected_calls=%d,failed_calls=%d"
                    + "\r\n",
                command.fullName(),
                its.calls(),
                its.micros(),
                mean,
                its.rejected(),
                its.failed()));
      }
    }
  }

  private void errorStats(Call call, StringBuilder out) {
    stats.errorsByCode().forEach((code, count) -> line(out, "errorstat_" + code, "count=" + count));
  }

  private void latencyStats(Call call, StringBuilder out) {
    for (Command command : table.all()) {
      CommandStats its = command.stats();
      if (its.calls() > 0) {
        double mean = (double) its.micros() / its.calls();
        out.append(
            String.format(
                Locale.ROOT, "latency_percentiles_usec_%s:p50=%.3f\r\n", command.fullName(), mean));
      }
    }
  }

  private void keyspace(Call call, StringBuilder out) {
    long databases = config.integer("databases");
    call.work().expireDue(DatabaseCommands.EXPIRE_TO_COUNT);
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
