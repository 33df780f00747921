package dev.keyfold.sql.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Which key serves which statement: the plans in {@code testdata/sql/plans.txt}. {@code
 * -Dgolden.write=true} writes the file again.
 */
class GoldenPlansTest {
  private static final Path FILE = Path.of("../testdata/sql/plans.txt");

  private static final List<String> QUERIES =
      List.of(
          "select * from users where id = 7",
          "select email from users where id in (3, 5, 8)",
          "select * from users where lower(email) = 'user7@example.com'",
          "select email, age from users where city = 'city3' order by age desc limit 5",
          "select id from orders where user_id = 7 order by at desc limit 3",
          "select id from orders where user_id = 7 order by at limit 3 offset 2",
          "select category, at, amount from orders where category = 'c1' and at >= timestamp"
              + " '2025-01-10 00:00:00' order by at desc",
          "select note from orders where category = 'c1' and at >= timestamp '2025-03-01 00:00:00'",
          "select id from orders where user_id < 3 or user_id > 197",
          "select id from orders where user_id = 5 or category = 'c2'",
          "select count(*) from orders where category = 'c3'",
          "select max(at) from orders where user_id = 4",
          "select min(id) from orders",
          "select user_id, count(*) from orders group by user_id",
          "select u.email, o.amount from users u join orders o on o.user_id = u.id where u.city ="
              + " 'city2'",
          "select o.id, u.email from orders o join users u on u.id = o.user_id where o.category ="
              + " 'c5'",
          "select o.id from orders o left join users u on u.id = o.user_id where o.id = 12",
          "select u.id, count(o.id) from users u join orders o on o.user_id = u.id group by u.id",
          "select id from users where id in (select user_id from orders where category = 'c7')",
          "select email from users where id in (select user_id from orders where id < 1000 and id >"
              + " 995)",
          "select id from orders where note = 'note 5'",
          // Aggregates along a key, counts and the ends of keys
          "select user_id, max(at) from orders group by user_id",
          "select user_id, count(*) from orders group by user_id order by user_id limit 5",
          "select distinct user_id from orders",
          "select category, count(*) from orders group by category",
          "select count(*) from orders",
          "select count(*) from orders where user_id between 3 and 5 and id > 7",
          "select max(user_id) from orders",
          // Both sides in key order
          "select a.id, b.age from users a join users b on a.id = b.id",
          "select o.id, p.at from orders o join orders p on p.id = o.id",
          "select u.id, o.amount from users u left join orders o on u.id = o.user_id order by u.id",
          // OR, IN, limit and offset
          "select id from orders where (user_id = 3 and at < timestamp '2025-02-01 00:00:00') or"
              + " (user_id = 9 and at > timestamp '2025-02-01 00:00:00')",
          "select amount from orders where category in ('c1', 'c2') and at > timestamp"
              + " '2025-03-01 00:00:00'",
          "select id from orders where user_id > 190 order by user_id, at desc, id limit 3 offset"
              + " 5",
          "select id from orders where user_id = ? and at >= ? order by at desc limit ?",
          "select id from users order by id desc limit 3");

  private static final Map<String, Object[]> PARAMETERS =
      Map.of(
          "select id from orders where user_id = ? and at >= ? order by at desc limit ?",
          new Object[] {7, Instant.parse("2025-01-05T00:00:00Z"), 4});

  @Test
  void plansAreAsWritten() throws Exception {
    StringBuilder all = new StringBuilder();
    try (QueryFixture shop = new QueryFixture()) {
      for (String query : QUERIES) {
        all.append("> ")
            .append(query)
            .append('\n')
            .append(shop.plan(query, PARAMETERS.getOrDefault(query, new Object[0])))
            .append('\n');
      }
    }
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, all);
    }
    assertThat(all.toString()).isEqualTo(Files.readString(FILE));
  }
}
