package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** Regions on more than one region server: spread when they are made, and moved without harm. */
class RegionServersTest {
  private static final int REGIONS = 8;
  private static final String PATIENT = "timeout=120s&rpc-timeout=5s";

  private static List<byte[]> borders() {
    List<byte[]> borders = new ArrayList<>();
    for (int i = 1; i < REGIONS; i++) {
      borders.add(new byte[] {(byte) (i * 256 / REGIONS)});
    }
    return borders;
  }

  /** How many regions of the table each server has. */
  private static Map<String, Integer> regions(String url) throws IOException {
    Map<String, Integer> regions = new HashMap<>();
    try (Connection connection = PlainClient.connect(url);
        RegionLocator locator = connection.getRegionLocator(PlainClient.table(url))) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        regions.merge(region.getServerName().getAddress().toString(), 1, Integer::sum);
      }
    }
    return regions;
  }

  private static void assertSpread(String url) throws IOException {
    Map<String, Integer> regions = regions(url);
    assertThat(regions.values().stream().mapToInt(each -> each).sum()).isEqualTo(REGIONS);
    assertThat(regions)
        .hasSizeGreaterThan(1)
        .allSatisfy(
            (server, count) ->
                assertThat(count).as("of %s", regions).isLessThanOrEqualTo(REGIONS * 5 / 8));
  }

  @Test
  void aTableMadeWithItsRegionsIsOnAllServersAtOnce() throws Exception {
    String url = ClusterHBase.shared().url("spread-made");
    String split =
        IntStream.range(1, REGIONS)
            .mapToObj(i -> String.format("%02x", i * 256 / REGIONS))
            .collect(Collectors.joining(","));
    Stores.open(url + "?" + PATIENT + "&split=" + split).close();
    assertSpread(url);
  }

  @Test
  void aTableThatIsSplitLaterIsOnAllServersWhenTheCallReturns() throws Exception {
    String url = ClusterHBase.shared().url("spread-later");
    try (Store store = Stores.open(url + "?" + PATIENT)) {
      borders().forEach(key -> store.put(key, new byte[10]));
      assertThat(store.splitAt(borders())).isEqualTo(REGIONS - 1);
    }
    assertSpread(url);
  }

  /** Only what was cloned or restored is taken for a copy, whose indexes may not answer. */
  @Test
  void whatHappensToATableEveryDayMakesNoCopyOfIt() throws Exception {
    ClusterHBase cluster = ClusterHBase.shared();
    String url = cluster.url("no-copy");
    String patient = url + "?" + PATIENT;
    try (Store store = Stores.open(patient)) {
      Table<Row> table =
          Tables.of(store)
              .create(
                  new TableBuilder("things")
                      .fields("id int32, kind string")
                      .key("id")
                      .shards(4)
                      .index("by_kind: kind"));
      table.put(Row.of(table.definition(), Map.of("id", 1, "kind", "a")));
      table.put(Row.of(table.definition(), Map.of("id", 2, "kind", "b")));
    }
    TableName name = PlainClient.table(url);
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
              .setMaxFileSize(20L << 30)
              .build());
      assertAnswers(patient, "its descriptor was changed");
      admin.flush(name);
      admin.majorCompact(name);
      assertAnswers(patient, "it was compacted");
    }
    try (Store store = Stores.open(patient)) {
      assertThat(Tables.of(store).split("things", 4).isComplete()).isTrue();
    }
    assertAnswers(patient, "it was split");
    cluster.moveAll(url);
    assertAnswers(patient, "its regions were moved");
    cluster.killServerOfAtOnce(url);
    assertAnswers(patient, "a server died");
  }

  private static void assertAnswers(String url, String after) {
    try (Store store = Stores.open(url)) {
      Table<Row> table = Tables.of(store).table("things");
      assertThat(table.query("kind = 'b'").list()).as(after).hasSize(1);
      assertThat(table.query("kind = 'none'").list()).as(after).isEmpty();
    }
  }
}
