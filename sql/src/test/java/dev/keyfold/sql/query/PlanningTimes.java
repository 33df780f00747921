package dev.keyfold.sql.query;

import dev.keyfold.sql.SqlResult;

/** Prints how long planning and cached statements take; start it by hand. */
final class PlanningTimes {
  private PlanningTimes() {}

  public static void main(String[] arguments) {
    try (QueryFixture shop = new QueryFixture()) {
      long start = System.nanoTime();
      shop.rows("select id from users where id = 5");
      System.out.printf("first statement %.0f ms%n", (System.nanoTime() - start) / 1e6);
      for (int round = 0; round < 3; round++) {
        start = System.nanoTime();
        for (int i = 0; i < 100; i++) {
          shop.rows("select id, email from users where id = " + (round * 100 + i));
        }
        System.out.printf("new point lookup %.2f ms%n", (System.nanoTime() - start) / 1e8);
        start = System.nanoTime();
        for (int i = 0; i < 50; i++) {
          shop.rows(
              "select u.id, sum(o.amount) from users u join orders o on o.user_id = u.id where"
                  + " u.city = 'city"
                  + i
                  + "' and o.id > "
                  + (round * 50 + i)
                  + " group by u.id order by 2 desc limit 3");
        }
        System.out.printf("new join with group %.2f ms%n", (System.nanoTime() - start) / 5e7);
      }
      String cached = "select email from users where id = ?";
      for (int round = 0; round < 4; round++) {
        start = System.nanoTime();
        for (int i = 0; i < 20_000; i++) {
          try (SqlResult result = shop.sql.execute(cached, i % 200)) {
            result.next();
          }
        }
        System.out.printf("cached point lookup %.4f ms%n", (System.nanoTime() - start) / 2e10);
      }
    }
  }
}
