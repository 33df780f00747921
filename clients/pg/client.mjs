// node-postgres with its defaults; connects as the environment says.
import assert from 'node:assert/strict';
import pg from 'pg';

const client = new pg.Client();
await client.connect();
await client.query('drop table if exists node_t');
await client.query('create table node_t (id int primary key, name text, at timestamp, data bytea, tags text[])');
const bytes = Buffer.from([0, 1, 255]);
const inserted = await client.query('insert into node_t values ($1, $2, $3, $4, $5) returning id, name', [
  1, 'änn', new Date('2024-02-29T12:00:00Z'), bytes, ['a', null, 'b c']]);
assert.deepEqual(inserted.rows, [{ id: 1, name: 'änn' }]);
const { rows } = await client.query('select * from node_t where id = $1', [1]);
assert.equal(rows[0].name, 'änn');
assert.deepEqual(rows[0].data, bytes);
assert.deepEqual(rows[0].tags, ['a', null, 'b c']);
assert.equal((await client.query('select count(*) from node_t')).rows[0].count, '1');
assert.equal((await client.query({ name: 'by-id', text: 'select name from node_t where id = $1', values: [1] })).rowCount, 1);
await assert.rejects(client.query('select nope from node_t'), (e) => e.code === '42703' && e.position === '8');
await client.query('begin');
await client.query('insert into node_t (id) values (2)');
await client.query('rollback');
assert.equal((await client.query('select id from node_t where id = 2')).rowCount, 0);
await client.end();

const pool = new pg.Pool({ max: 4 });
const all = await Promise.all([...Array(20).keys()].map((i) => pool.query('select $1::int + 1 as n', [i])));
assert.deepEqual(all.map((r) => r.rows[0].n), [...Array(20).keys()].map((i) => i + 1));
await pool.end();
console.log('node-postgres works');
