package dev.keyfold.sql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;

class HibernateTest {
  @Entity(name = "Book")
  static class Book {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    String title;
    BigDecimal price;
    Instant published;
    UUID code;
    @Version int version;
  }

  @Entity(name = "Shelf")
  static class Shelf {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    String label;
  }

  @Test
  void createsTheSchemaAndMapsEntities() {
    Configuration configuration =
        new Configuration()
            .addAnnotatedClass(Book.class)
            .addAnnotatedClass(Shelf.class)
            .setProperty("hibernate.connection.url", "jdbc:keyfold:memory:hibernate")
            .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
            .setProperty("hibernate.hbm2ddl.auto", "update");
    try (SessionFactory factory = configuration.buildSessionFactory()) {
      UUID code = UUID.randomUUID();
      Instant published = Instant.parse("2024-02-29T10:11:12.345Z");
      Long id =
          factory.fromTransaction(
              session -> {
                Book book = new Book();
                book.title = "Keys";
                book.price = new BigDecimal("12.50");
                book.published = published;
                book.code = code;
                session.persist(book);
                Shelf shelf = new Shelf();
                shelf.label = "left";
                session.persist(shelf);
                return book.id;
              });
      factory.inTransaction(session -> session.find(Book.class, id).title = "More keys");
      factory.inTransaction(
          session -> {
            Book book = session.find(Book.class, id);
            assertThat(book.title).isEqualTo("More keys");
            assertThat(book.version).isEqualTo(1);
            assertThat(book.published).isEqualTo(published);
            assertThat(book.code).isEqualTo(code);
            assertThat(book.price).isEqualByComparingTo("12.50");
            List<String> titles =
                session
                    .createQuery("select b.title from Book b where b.price > :p", String.class)
                    .setParameter("p", BigDecimal.TEN)
                    .setMaxResults(3)
                    .list();
            assertThat(titles).containsExactly("More keys");
          });
      factory.inTransaction(session -> session.remove(session.find(Book.class, id)));
      assertThat(
              factory
                  .<Long>fromTransaction(
                      session ->
                          session
                              .createQuery("select count(s) from Shelf s", Long.class)
                              .getSingleResult())
                  .longValue())
          .isEqualTo(1);
    }
  }
}
