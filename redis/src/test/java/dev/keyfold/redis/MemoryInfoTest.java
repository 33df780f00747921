package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** INFO memory tells of the process and the machine, not only of the heap. */
class MemoryInfoTest extends ServerTesting {
  private static Map<String, String> memory(RespClient client) throws IOException {
    Map<String, String> lines = new HashMap<>();
    for (String line : client.call("info", "memory").split("\r\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        lines.put(line.substring(0, colon), line.substring(colon + 1));
      }
    }
    return lines;
  }

  private static long kilobytes(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException(file + " has no line " + name);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theProcessAndTheMachine() throws IOException {
    Map<String, String> memory = memory(client());
    long resident = Long.parseLong(memory.get("used_memory_rss"));
    long real = kilobytes(Path.of("/proc/self/status"), "VmRSS:") * 1024;
    assertThat(resident).isBetween(real / 2, real * 2);
    long machine = kilobytes(Path.of("/proc/meminfo"), "MemTotal:") * 1024;
    long system = Long.parseLong(memory.get("total_system_memory"));
    assertThat(system).isBetween(resident, machine);
    assertThat(system)
        .as("more than the heap may have")
        .isNotEqualTo(Runtime.getRuntime().maxMemory());
  }

  @Test
  void whatTheVirtualMachineUses() throws IOException {
    Map<String, String> memory = memory(client());
    long used = Long.parseLong(memory.get("used_memory"));
    long heap = Long.parseLong(memory.get("jvm_heap_used"));
    assertThat(used).as("heap and what lies beside it").isGreaterThan(heap);
    assertThat(Long.parseLong(memory.get("used_memory_peak"))).isGreaterThanOrEqualTo(used);
    assertThat(memory.get("used_memory_human")).matches("\\d+\\.\\d\\d[MG]");
    assertThat(memory).containsEntry("maxmemory", "0").containsEntry("maxmemory_human", "0B");
  }

  @Test
  void evictionIsRefusedInsteadOfForgotten() throws IOException {
    RespClient client = client();
    assertThat(client.call("config", "set", "maxmemory", "100mb"))
        .isEqualTo(
            "-ERR CONFIG SET failed (possibly related to argument 'maxmemory') - this server evicts"
                + " nothing: found '104857600', expected '0'");
    // Without a limit a policy evicts nothing, in Redis too.
    assertThat(client.call("config", "set", "maxmemory-policy", "allkeys-lru")).isEqualTo("+OK");
    assertThat(client.call("config", "get", "maxmemory")).isEqualTo("[maxmemory, 0]");
    assertThat(client.call("config", "set", "maxmemory", "0", "maxmemory-policy", "noeviction"))
        .isEqualTo("+OK");
  }
}
