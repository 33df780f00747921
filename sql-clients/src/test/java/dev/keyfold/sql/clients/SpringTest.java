package dev.keyfold.sql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.sql.jdbc.KeyfoldDataSource;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class SpringTest {
  record Item(Long id, String name, BigDecimal price, LocalDate since) {}

  @Test
  void jdbcClient() {
    KeyfoldDataSource source = KeyfoldDataSource.of("jdbc:keyfold:memory:spring");
    JdbcClient client = JdbcClient.create(source);
    client
        .sql(
            "create table item (id bigint generated always as identity primary key,"
                + " name text unique not null, price numeric(8,2), since date)")
        .update();
    GeneratedKeyHolder keys = new GeneratedKeyHolder();
    int count =
        client
            .sql("insert into item (name, price, since) values (:name, :price, :since)")
            .param("name", "pen")
            .param("price", new BigDecimal("1.5"))
            .param("since", LocalDate.of(2024, 1, 2))
            .update(keys);
    assertThat(count).isEqualTo(1);
    assertThat(keys.getKey().longValue()).isEqualTo(1);
    assertThat(client.sql("select * from item where id = ?").param(1).query(Item.class).single())
        .isEqualTo(new Item(1L, "pen", new BigDecimal("1.50"), LocalDate.of(2024, 1, 2)));
    assertThatThrownBy(() -> client.sql("insert into item (name) values ('pen')").update())
        .isInstanceOf(DuplicateKeyException.class);
    int[] batch =
        new JdbcTemplate(source)
            .batchUpdate(
                "insert into item (name) values (?)",
                List.of(new Object[] {"a"}, new Object[] {"b"}));
    assertThat(batch).containsExactly(1, 1);
    TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(source));
    transaction.executeWithoutResult(
        status -> {
          client.sql("delete from item where id > 0").update();
          status.setRollbackOnly();
        });
    assertThat(client.sql("select count(*) from item").query(Long.class).single()).isEqualTo(3);
  }
}
