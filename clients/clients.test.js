// ioredis and node-redis with their defaults, against the server at KEYFOLD_PORT (127.0.0.1).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Redis from 'ioredis';
import { createClient } from 'redis';

const port = Number(process.env.KEYFOLD_PORT);
assert.ok(port > 0, 'KEYFOLD_PORT names the port of a running server; it is emptied by these tests');

describe('ioredis', () => {
  let redis;
  before(async () => {
    redis = new Redis(port, '127.0.0.1');
    await redis.flushall();
  });
  after(() => redis.quit());

  it('does its basic work on every structure', async () => {
    assert.equal(await redis.set('a', '1', 'EX', 100), 'OK');
    assert.equal(await redis.incr('a'), 2);
    assert.deepEqual(await redis.mget('a', 'no'), ['2', null]);
    assert.equal(await redis.hset('h', { f: 'v', g: 'w' }), 2);
    assert.deepEqual({ ...(await redis.hgetall('h')) }, { f: 'v', g: 'w' });
    assert.equal(await redis.rpush('l', 'a', 'b', 'c'), 3);
    assert.deepEqual(await redis.lrange('l', 0, -1), ['a', 'b', 'c']);
    assert.equal(await redis.sadd('s', 'a', 'b'), 2);
    assert.deepEqual((await redis.smembers('s')).sort(), ['a', 'b']);
    assert.equal(await redis.zadd('z', 1.5, 'a', 2, 'b'), 2);
    assert.deepEqual(await redis.zrange('z', 0, -1), ['a', 'b']);
    assert.equal(Number(await redis.zscore('z', 'a')), 1.5);
    await assert.rejects(redis.lpush('h', 'x'), /WRONGTYPE/);
  });

  it('pipelines, scans and runs transactions', async () => {
    const pipeline = redis.pipeline();
    for (let i = 0; i < 1000; i++) pipeline.set(`k${i}`, i);
    const replies = await pipeline.exec();
    assert.ok(replies.every(([error, reply]) => error === null && reply === 'OK'));
    const seen = [];
    for await (const names of redis.scanStream({ match: 'k*', count: 100 })) seen.push(...names);
    assert.equal(new Set(seen).size, 1000);
    assert.equal(seen.length, 1000);
    assert.deepEqual(await redis.multi().incr('n').incr('n').exec(), [[null, 1], [null, 2]]);
  });

  it('hears messages', async () => {
    const listener = redis.duplicate();
    const heard = new Promise((resolve) => listener.on('message', (channel, text) => resolve([channel, text])));
    await listener.subscribe('news');
    assert.equal(await redis.publish('news', 'hello'), 1);
    assert.deepEqual(await heard, ['news', 'hello']);
    await listener.quit();
  });
});

describe('node-redis', () => {
  let redis;
  before(async () => {
    redis = createClient({ url: `redis://127.0.0.1:${port}` });
    redis.on('error', (error) => assert.fail(error));
    await redis.connect();
    await redis.flushAll();
  });
  after(() => redis.close());

  it('does its basic work on every structure', async () => {
    assert.equal(await redis.set('a', '1', { expiration: { type: 'EX', value: 100 } }), 'OK');
    assert.equal(await redis.incr('a'), 2);
    assert.deepEqual(await redis.mGet(['a', 'no']), ['2', null]);
    assert.equal(await redis.hSet('h', { f: 'v', g: 'w' }), 2);
    assert.deepEqual({ ...(await redis.hGetAll('h')) }, { f: 'v', g: 'w' });
    assert.equal(await redis.rPush('l', ['a', 'b', 'c']), 3);
    assert.deepEqual(await redis.lRange('l', 0, -1), ['a', 'b', 'c']);
    assert.equal(await redis.sAdd('s', ['a', 'b']), 2);
    assert.deepEqual([...(await redis.sMembers('s'))].sort(), ['a', 'b']);
    assert.equal(await redis.zAdd('z', [{ score: 1.5, value: 'a' }, { score: 2, value: 'b' }]), 2);
    assert.deepEqual(await redis.zRangeWithScores('z', 0, -1), [{ value: 'a', score: 1.5 }, { value: 'b', score: 2 }]);
    assert.equal(await redis.zScore('z', 'a'), 1.5);
    await assert.rejects(redis.lPush('h', 'x'), /WRONGTYPE/);
  });

  it('scans and runs transactions', async () => {
    await Promise.all(Array.from({ length: 1000 }, (_, i) => redis.set(`k${i}`, String(i))));
    const seen = [];
    for await (const names of redis.scanIterator({ MATCH: 'k*', COUNT: 100 })) seen.push(...[names].flat());
    assert.equal(new Set(seen).size, 1000);
    assert.equal(seen.length, 1000);
    assert.deepEqual(await redis.multi().incr('n').incr('n').exec(), [1, 2]);
  });

  it('hears messages', async () => {
    const listener = redis.duplicate();
    await listener.connect();
    const heard = new Promise((resolve) => listener.subscribe('news', (text) => resolve(text)));
    while ((await redis.pubSubNumSub('news')).news !== 1) await new Promise((again) => setTimeout(again, 10));
    assert.equal(await redis.publish('news', 'hello'), 1);
    assert.equal(await heard, 'hello');
    await listener.close();
  });
});
