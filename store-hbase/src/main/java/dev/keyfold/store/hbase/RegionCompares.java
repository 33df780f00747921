package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Swap;
import dev.keyfold.store.hbase.CompareRounds.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.CompareType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.ByteString;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.ServiceException;

/**
 * Many compare-and-sets, those of one region in one request: HBase's own endpoint for several rows,
 * which tables are made with ({@link TableSetup}), takes the conditions and the changes, and does
 * all or nothing with one write to its log. One by one each would wait for the log.
 *
 * <p>If it did nothing, some key was not as expected, see {@link CompareRounds}. A table without
 * the endpoint is served one by one. Thread-safe.
 */
final class RegionCompares {
  static final String ENDPOINT = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private static final int REQUEST_BYTES = 2 << 20;

  /** Of the endpoint, for rows of which the first is its region's and another is not. */
  private static final String SPLIT_MEANWHILE = "Requested row out of range";

  private final Connection patient;
  private final Connection once;
  private final TableName name;
  private final HBaseOptions options;
  private final HBaseErrors errors;
  private final Compares single;
  private final HBaseReads reads;
  private final Helpers helpers;

  /** Whether the table has the endpoint, and nobody said otherwise. */
  private volatile boolean available;

  /**
   * @param patient a connection that looks for regions until they are there
   * @param once a connection without retries
   * @param available whether the table has the endpoint, as far as known
   */
  RegionCompares(
      Connection patient,
      Connection once,
      TableName name,
      HBaseOptions options,
      HBaseErrors errors,
      HBaseReads reads,
      Helpers helpers,
      boolean available) {
    this.patient = patient;
    this.once = once;
    this.name = name;
    this.options = options;
    this.errors = errors;
    this.single = new Compares(once, name, options, errors);
    this.reads = reads;
    this.helpers = helpers;
    this.available = available;
  }

  /** One after the other: see {@link Compares}. */
  boolean compareAndSet(Swap swap, Durability durability) {
    return single.compareAndSet(swap.key(), swap.expected(), swap.update(), durability);
  }

  boolean[] compareAndSetAll(List<Swap> swaps, Durability durability) {
    return new CompareRounds(requests(durability), options.timeout(), options.pause()).run(swaps);
  }

  private CompareRounds.Requests requests(Durability durability) {
    return new CompareRounds.Requests() {
      @Override
      public boolean areAvailable() {
        return available;
      }

      @Override
      public List<List<Integer>> groups(List<Swap> swaps, List<Integer> open, boolean again) {
        try {
          return byRegion(swaps, open);
        } catch (IOException e) {
          throw again ? errors.comparing(e) : errors.writing(e);
        }
      }

      @Override
      public List<Outcome> send(List<Swap> swaps, List<List<Integer>> groups) {
        return RegionCompares.this.send(swaps, groups, durability);
      }

      @Override
      public List<byte[]> read(List<byte[]> keys) {
        return reads.getAll(keys);
      }

      @Override
      public boolean single(Swap swap) {
        return compareAndSet(swap, durability);
      }

      @Override
      public void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        if (Thread.interrupted()) {
          throw errors.interrupted("writing");
        }
      }
    };
  }

  /** By region, and not too much for one request; in the order given. */
  private List<List<Integer>> byRegion(List<Swap> swaps, List<Integer> open) throws IOException {
    TreeMap<byte[], List<Integer>> current = new TreeMap<>(Bytes::compare);
    TreeMap<byte[], Integer> sizes = new TreeMap<>(Bytes::compare);
    List<List<Integer>> groups = new ArrayList<>();
    try (RegionLocator locator = patient.getRegionLocator(name)) {
      for (int each : open) {
        Swap swap = swaps.get(each);
        byte[] region =
            locator.getRegionLocation(HBaseCells.row(swap.key())).getRegion().getStartKey();
        List<Integer> group = current.get(region);
        if (group == null
            || group.size() >= options.batch()
            || sizes.getOrDefault(region, 0) >= REQUEST_BYTES) {
          group = new ArrayList<>();
          groups.add(group);
          current.put(region, group);
          sizes.put(region, 0);
        }
        group.add(each);
        sizes.merge(region, bytes(swap), Integer::sum);
      }
      return groups;
    }
  }

  private static int bytes(Swap swap) {
    return 2 * swap.key().length
        + (swap.expected() == null ? 0 : swap.expected().length)
        + (swap.update() == null ? 0 : swap.update().length);
  }

  private List<Outcome> send(List<Swap> swaps, List<List<Integer>> groups, Durability durability) {
    List<Callable<Outcome>> requests = new ArrayList<>();
    for (List<Integer> group : groups) {
      requests.add(() -> send(group.stream().map(swaps::get).toList(), durability));
    }
    try {
      return helpers.runAll(requests);
    } catch (IOException e) {
      throw errors.comparing(e);
    }
  }

  private Outcome send(List<Swap> swaps, Durability durability) throws IOException {
    if (swaps.size() == 1) {
      return compareAndSet(swaps.get(0), durability) ? Outcome.DONE : Outcome.REFUSED;
    }
    byte[] row = HBaseCells.row(swaps.get(0).key());
    try (Table table = once.getTable(name)) {
      boolean processed =
          MultiRowMutationService.newBlockingStub(table.coprocessorService(row))
              .mutateRows(null, request(swaps, durability))
              .getProcessed();
      return processed ? Outcome.DONE : Outcome.REFUSED;
    } catch (ServiceException e) {
      IOException cause = ProtobufUtil.handleRemoteException(e);
      if (Compares.has(cause, Set.of("UnknownProtocolException"))) {
        available = false; // the cluster does not let tables name endpoints
      } else if (!Compares.isNotBegun(cause) && !isSplitMeanwhile(cause)) {
        throw cause;
      }
      forgetRegions(patient);
      forgetRegions(once);
      return Outcome.NOT_BEGUN;
    }
  }

  /**
   * The rows were of one region when they were put together; it is said before anything is done.
   */
  static boolean isSplitMeanwhile(Throwable e) {
    for (Throwable next = e; next != null && next != next.getCause(); next = next.getCause()) {
      if (next.getMessage() != null && next.getMessage().contains(SPLIT_MEANWHILE)) {
        return true;
      }
    }
    return false;
  }

  private void forgetRegions(Connection connection) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      locator.clearRegionLocationCache();
    }
  }

  private static MutateRowsRequest request(List<Swap> swaps, Durability durability)
      throws IOException {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (Swap swap : swaps) {
      byte[] update = swap.update();
      Mutation mutation =
          HBaseWrites.mutation(
              swap.key(), update == null ? null : HBaseCells.stored(update), durability);
      request.addMutationRequest(
          ProtobufUtil.toMutation(
              mutation instanceof Put ? MutationType.PUT : MutationType.DELETE, mutation));
      request.addCondition(condition(swap));
    }
    return request.build();
  }

  /** Equal to nothing is how the servers say "not there"; a stored value is never empty. */
  private static Condition condition(Swap swap) {
    byte[] expected = swap.expected() == null ? new byte[0] : HBaseCells.stored(swap.expected());
    return Condition.newBuilder()
        .setRow(ByteString.copyFrom(HBaseCells.row(swap.key())))
        .setFamily(ByteString.copyFrom(HBaseCells.FAMILY))
        .setQualifier(ByteString.copyFrom(HBaseCells.qualifier(swap.key())))
        .setCompareType(CompareType.EQUAL)
        .setComparator(ProtobufUtil.toComparator(new BinaryComparator(expected)))
        .build();
  }
}
