package dev.keyfold.sql.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlStatement;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How long new and cached statements take, as CPU time of the calling thread, because a build is
 * rarely alone on its machine. Code of plans is part of planning: the statement runs once.
 */
class PlanningTimesTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int WARM_UP = 25;
  private static final int MEASURED = 5;

  /** Each number is new, so that no statement was there before. */
  private static final List<String> SHAPES =
      List.of(
          "select id, email from users where id = %d",
          "select id + %d from orders where user_id = 5 order by at desc limit 10",
          "select u.id, sum(o.amount) from users u join orders o on o.user_id = u.id where u.city ="
              + " 'city3' and o.id > %d group by u.id order by 2 desc limit 3",
          "select o.id + %d, u.email from orders o join users u on u.id = o.user_id where"
              + " o.category = 'c5' order by o.at desc",
          "select category, count(*), max(amount) + %d from orders where user_id < 9 group by"
              + " category having count(*) > 1",
          "select city, count(*) from users where exists (select 1 from orders o where o.user_id ="
              + " users.id and o.amount > %d) group by city order by 1",
          "select id, row_number() over (partition by city order by id) + %d from users where id <"
              + " 50",
          "with big as (select user_id, count(*) as n from orders where id > %d group by user_id)"
              + " select email, n from users join big on big.user_id = users.id where n > 3",
          "select email from users where id in (select user_id from orders where id between %d and"
              + " 999) union select category from orders where user_id = 3");

  @Test
  void newStatementsArePlannedInLessThan20Milliseconds() {
    try (QueryFixture shop = new QueryFixture()) {
      int number = 0;
      List<List<Double>> times = new ArrayList<>();
      for (int round = 0; round < WARM_UP + MEASURED; round++) {
        for (int i = 0; i < SHAPES.size(); i++) {
          String query = String.format(SHAPES.get(i), number++);
          long before = THREADS.getCurrentThreadCpuTime();
          SqlStatement statement = shop.sql.prepare(query);
          try (SqlResult result = statement.execute()) {
            result.next();
          }
          if (times.size() == i) {
            times.add(new ArrayList<>());
          }
          if (round >= WARM_UP) {
            times.get(i).add((THREADS.getCurrentThreadCpuTime() - before) / 1e6);
          }
        }
      }
      double sum = 0;
      for (int i = 0; i < SHAPES.size(); i++) {
        Collections.sort(times.get(i));
        double median = times.get(i).get(MEASURED / 2);
        sum += median;
        System.out.printf("%5.1f ms: %s%n", median, SHAPES.get(i));
      }
      assertThat(sum / SHAPES.size()).as("CPU milliseconds of a new statement").isLessThan(20);
    }
  }

  @Test
  void fortyTablesAreJoinedInSeconds() {
    StringBuilder query = new StringBuilder("select u1.id, u40.email from users u1");
    for (int i = 2; i <= 40; i++) {
      query.append(", users u").append(i);
    }
    query.append(" where u17.id = 5");
    for (int i = 2; i <= 40; i++) {
      query.append(" and u").append(i - 1).append(".id = u").append(i).append(".id");
    }
    try (QueryFixture shop = new QueryFixture()) {
      long before = THREADS.getCurrentThreadCpuTime();
      assertThat(shop.rows(query.toString())).hasSize(1);
      double seconds = (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
      assertThat(seconds).as("CPU seconds").isLessThan(10);
    }
  }

  @Test
  void cachedStatementsNeedLessThanATenthOfAMillisecond() {
    try (QueryFixture shop = new QueryFixture()) {
      double best = Double.MAX_VALUE;
      for (int round = 0; round < 10; round++) {
        long before = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < 1_000; i++) {
          try (SqlResult result =
              shop.sql.execute("select email from users where id = ?", i % 200)) {
            assertThat(result.next()).isTrue();
          }
        }
        best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - before) / 1e9);
      }
      assertThat(best).as("CPU milliseconds of a cached statement").isLessThan(0.1);
    }
  }
}
