package dev.keyfold.sql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.sql.Connection;
import java.sql.DriverManager;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Meta;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;

class JooqTest {
  @Test
  void definesChangesAndQueries() throws Exception {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
    try (Connection connection = DriverManager.getConnection("jdbc:keyfold:memory:jooq")) {
      DSLContext jooq = DSL.using(connection, SQLDialect.POSTGRES);
      Table<?> author = table(name("author"));
      Field<Integer> id = field(name("id"), SQLDataType.INTEGER);
      Field<String> title = field(name("title"), SQLDataType.VARCHAR);
      jooq.createTable(author)
          .column(id, SQLDataType.INTEGER.notNull())
          .column(title, SQLDataType.VARCHAR(40))
          .primaryKey(id)
          .execute();
      assertThat(jooq.insertInto(author, id, title).values(1, "a").values(2, "b").execute())
          .isEqualTo(2);
      assertThat(
              jooq.insertInto(author, id, title)
                  .values(2, "c")
                  .onConflict(id)
                  .doUpdate()
                  .set(title, "c")
                  .execute())
          .isEqualTo(1);
      assertThat(jooq.update(author).set(title, "z").where(id.eq(1)).execute()).isEqualTo(1);
      assertThat(jooq.select(title).from(author).orderBy(id.desc()).limit(5).fetch(title))
          .containsExactly("c", "z");
      assertThat(jooq.select(count()).from(author).where(title.like("c%")).fetchOne(0, int.class))
          .isEqualTo(1);
      jooq.transaction(tx -> tx.dsl().deleteFrom(author).where(id.eq(1)).execute());
      assertThat(jooq.fetchCount(author)).isEqualTo(1);
      Meta meta = DSL.using(connection, SQLDialect.DEFAULT).meta();
      assertThat(meta.getTables("author")).hasSize(1);
      assertThat(meta.getTables("author").get(0).getPrimaryKey().getFields()).hasSize(1);
    }
  }
}
