package dev.keyfold.hbase.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrdersTest {
  private static final int COUNT = 20_000;
  private final Orders orders = new Orders(COUNT);

  @Test
  void everyUserHasAThousandAndNoTwoOrdersHaveADate() {
    Map<String, Integer> perUser = new HashMap<>();
    Set<Object> dates = new HashSet<>();
    for (Order order : orders.batch(0, COUNT + 1_000)) {
      perUser.merge(order.userId(), 1, Integer::sum);
      assertThat(dates.add(order.orderDate())).as("a date of its own: %s", order).isTrue();
    }
    for (int user = 0; user < orders.users(); user++) {
      assertThat(perUser.get(Orders.user(user))).isEqualTo(Orders.ROWS_PER_USER);
    }
  }

  @Test
  void whatIsLookedUpIsAmongThoseLoaded() {
    Set<Order> loaded = new HashSet<>(orders.batch(0, COUNT));
    assertThat(loaded).contains(orders.stored(0, 0), orders.stored(19, 999), orders.stored(7, 500));
    assertThat(orders.stored(7, 500).orderDate()).isEqualTo(orders.date(7, 500));
  }

  @Test
  void whatIsWrittenLaterIsOfOtherUsersAndCategories() {
    Set<String> users = new HashSet<>();
    Set<String> categories = new HashSet<>();
    orders.batch(0, COUNT).forEach(order -> users.add(order.userId()));
    orders.batch(0, COUNT).forEach(order -> categories.add(order.category()));
    List<Order> fresh = orders.batch(COUNT, COUNT + 1_000);
    assertThat(fresh).noneMatch(order -> users.contains(order.userId()));
    assertThat(fresh).noneMatch(order -> categories.contains(order.category()));
  }

  @Test
  void refusesACountThatLeavesAUserWithFewer() {
    assertThatThrownBy(() -> new Orders(1_500))
        .hasMessage("found 1500 rows, expected a multiple of 1000");
  }
}
