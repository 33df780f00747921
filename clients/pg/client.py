"""psycopg and SQLAlchemy with their defaults; they connect as the environment says."""
import datetime
import decimal
import uuid

import psycopg
import sqlalchemy as sa

with psycopg.connect() as connection:
    with connection.cursor() as cursor:
        cursor.execute("drop table if exists py_t")
        cursor.execute(
            "create table py_t (id int primary key, name text, price numeric(10,2), day date, at timestamp,"
            " key uuid, data bytea, tags text[])")
        key = uuid.uuid4()
        row = (1, "änn", decimal.Decimal("1.50"), datetime.date(2024, 2, 29),
               datetime.datetime(2024, 2, 29, 12, 0, 0, 5000), key, b"\x00\xff", ["a", None])
        cursor.execute("insert into py_t values (%s, %s, %s, %s, %s, %s, %s, %s)", row)
        for binary in (False, True):
            found = cursor.execute("select * from py_t where id = %s", (1,), binary=binary).fetchone()
            assert found == row, found
        cursor.executemany("insert into py_t (id, name) values (%s, %s)", [(i, f"n{i}") for i in range(2, 50)])
        assert cursor.execute("select count(*) from py_t").fetchone() == (49,)
    connection.commit()
    try:
        connection.execute("select nope from py_t")
        raise AssertionError("expected an error")
    except psycopg.errors.UndefinedColumn:
        connection.rollback()
    with connection.cursor().copy("copy py_t (id, name) from stdin") as copy:
        copy.write_row((100, "copied\ttext"))
    assert connection.execute("select name from py_t where id = 100").fetchone() == ("copied\ttext",)
    with connection.cursor().copy("copy (select id from py_t where id < 3 order by id) to stdout") as copy:
        assert list(copy.rows()) == [("1",), ("2",)]
    # A cursor on the server, in parts and with a parameter.
    with connection.cursor("part by part") as cursor:
        cursor.itersize = 10
        cursor.execute("select id from py_t where id < %s order by id", (50,))
        assert cursor.description[0].name == "id"
        assert [row[0] for row in cursor] == list(range(1, 50))
    connection.rollback()
print("psycopg works")

engine = sa.create_engine("postgresql+psycopg://")
metadata = sa.MetaData()
items = sa.Table(
    "sa_items", metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(50), nullable=False),
    sa.Column("price", sa.Numeric(10, 2)))
metadata.drop_all(engine)
metadata.create_all(engine)
with engine.begin() as connection:
    connection.execute(items.insert(), [{"id": 1, "name": "one", "price": 1}, {"id": 2, "name": "two", "price": None}])
with engine.connect() as connection:
    rows = connection.execute(sa.select(items.c.name).where(items.c.id > 0).order_by(items.c.id)).all()
    assert [row.name for row in rows] == ["one", "two"], rows
inspector = sa.inspect(engine)
assert "sa_items" in inspector.get_table_names()
print("SQLAlchemy works")
