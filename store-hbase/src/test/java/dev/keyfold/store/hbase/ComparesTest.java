package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.junit.jupiter.api.Test;

/** Which failures of a compare-and-set may be tried again without being asked. */
class ComparesTest {
  @Test
  void onlyThoseBeforeAnythingWasDone() {
    assertThat(Compares.isNotBegun(new NotServingRegionException("moved"))).isTrue();
    assertThat(Compares.isNotBegun(new IOException("x", new RegionTooBusyException("y")))).isTrue();
    assertThat(Compares.isNotBegun(new IOException(new ConnectException("refused")))).isTrue();
    assertThat(Compares.isNotBegun(new SocketTimeoutException("no answer"))).isFalse();
    assertThat(Compares.isNotBegun(new IOException("connection closed"))).isFalse();
  }
}
