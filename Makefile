# `make` lists the tasks. Each line "name: ## text" below is one.

FUZZ_SECONDS ?= 60
CRASH_KILLS ?= 60
TABLE_MODELS ?= 60
DAMAGE_CASES ?= 20000
DIFF_COMMANDS ?= 5000
# Random statements against PostgreSQL, and against SQLite; SEED=... replays an earlier run.
STATEMENTS ?= 5000
TPCH_SCALE ?= 0.1
# Files of Redis's test suite; empty for all of them.
REDIS_FILES ?=
# What the documented benchmark run gives to JMH; `make bench BENCH_ARGS='OrderKey.encode -f 1'` for another one.
BENCH_ARGS ?= -f 1 -wi 3 -w 1s -i 5 -r 1s -prof gc
# What the side-by-side run gets; `make bench-keys KEYS_ARGS='--quick encode'` for half a minute of one operation.
KEYS_ARGS ?=
# What the side-by-side run of stores gets; `make bench-stores STORES_ARGS='--quick rocksdb'` for half a minute of three.
STORES_ARGS ?=
# What the run over foreign stores gets; `make bench-foreign FOREIGN_ARGS='--keys=1000000 --rows=100000 --rounds=1'` for a first look.
FOREIGN_ARGS ?=
# What the side-by-side run of tables gets; `make bench-tables TABLES_ARGS="--quick memory"` for a first look.
TABLES_ARGS ?=
# What the side-by-side run of SQL gets; `make bench-sql SQL_ARGS='--quick keyfold sqlite'` for a first look.
SQL_ARGS ?=
# What the run beside Phoenix gets; `make bench-hbase HBASE_ARGS='--rows 20000 --rounds 3 --only scan'` for a first look.
HBASE_ARGS ?=
# Rows and seed of the simulation of shards; `make shard-balance SHARD_ARGS='100000 7'` for another one.
SHARD_ARGS ?=
# Long enough to prove that every benchmark runs, too short to mean anything. -foe: an exception fails the run.
SMOKE_ARGS ?= -f 1 -wi 0 -i 1 -r 50ms -foe true
BENCH_JAR = bench/target/benchmarks.jar

MVN ?= mvn
JAVA ?= $(if $(JAVA_HOME),$(JAVA_HOME)/bin/java,java)

.DEFAULT_GOAL := help
.PHONY: completions help build test format fuzz crash damage table-models peers hbase hbase-cluster bench bench-keys bench-stores bench-foreign bench-tables bench-hbase shard-balance bench-jar bench-smoke demo ci clean console-tests sql-clients redis-suite redis-clients redis-diff redis-load sql-diff tpch bench-sql pg-clients

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## compile and package, without tests
	$(MVN) -B -ntp -DskipTests package

test: ## compile, run the tests and check the format; must pass before a commit
	$(MVN) -B -ntp verify

format: ## format the sources
	$(MVN) -B -ntp -Pbench,peers,console,hbase -pl '!hbase/cluster,!hbase/phoenix' spotless:apply

fuzz: ## fuzz each target for FUZZ_SECONDS=60
	tools/fuzz $(FUZZ_SECONDS)

table-models: ## model tests: random tables and queries, TABLE_MODELS=60 tables on each kind of store
	$(MVN) -B -ntp verify -pl table -am -Dtest=TableModelTest -Dmodel.tables=$(TABLE_MODELS) -Dsurefire.failIfNoSpecifiedTests=false

damage: ## check and repair of structures with damaged entries, up to DAMAGE_CASES=20000 cases
	$(MVN) -B -ntp verify -pl structures -am -Dtest=DamagedEntriesTest -Ddamage.cases=$(DAMAGE_CASES) -Ddamage.elements=5 -Dsurefire.failIfNoSpecifiedTests=false

crash: ## kill a writing process CRASH_KILLS=60 times and verify that nothing acknowledged is lost
	tools/crash $(CRASH_KILLS)

sql-clients: ## Spring, jOOQ, Hibernate, Flyway and what DBeaver asks for, on the JDBC driver
	timeout 600 $(MVN) -B -ntp -Psql-clients verify -pl sql-clients -am -Dtest='dev/keyfold/sql/clients/**' -Dsurefire.failIfNoSpecifiedTests=false

console-tests: ## test every page of the console in Chromium; screenshots in console-tests/target/screenshots
	timeout 600 $(MVN) -B -ntp -Pconsole verify -pl console-tests -am -Dtest='dev/keyfold/console/**' -Dsurefire.failIfNoSpecifiedTests=false

completions: ## test shell completion in a real bash and a real zsh
	tools/completions

redis-clients: ## test redis-cli, redis-benchmark, ioredis and node-redis with the server
	tools/redis-clients

pg-clients: ## test psql, pgbench, node-postgres, psycopg and SQLAlchemy with the server
	tools/pg-clients

redis-diff: ## compare the replies to DIFF_COMMANDS=5000 random commands with Debian's redis-server
	tools/redis-diff $(DIFF_COMMANDS)

sql-diff: ## compare STATEMENTS=5000 random SQL statements with SQLite and with Debian's PostgreSQL 15
	tools/sql-diff $(STATEMENTS)

tpch: ## run the queries of TPC-H at TPCH_SCALE=0.1 and compare their rows with DuckDB's
	$(MVN) -B -ntp verify -pl sql -am -Dtest=TpchTest -Dtpch.scale=$(TPCH_SCALE) -Dtest.heap=3g -Dsurefire.failIfNoSpecifiedTests=false

redis-load: ## compare with Debian's redis-server under redis-benchmark; ROUNDS=3
	tools/redis-load

redis-suite: ## run Redis's own test suite; REDIS_FILES='unit/multi' selects files
	tools/redis-suite $(REDIS_FILES)

peers: ## compare keys byte for byte with the systems whose formats we read and write
	$(MVN) -B -ntp -Ppeers verify -Dtest='dev/keyfold/peers/**' -Dsurefire.failIfNoSpecifiedTests=false

hbase: ## all tests on a real HBase, with one process and with six, and a small comparison with Phoenix: 14 minutes, 4 GB
	$(MVN) -B -ntp -Phbase verify -Dtest='dev/keyfold/hbase/**,**/*OnHBaseTest' -Dsurefire.failIfNoSpecifiedTests=false

hbase-cluster: ## start a local HBase of six processes; prints its URL, Ctrl-C stops it
	tools/hbase-cluster

bench: bench-jar ## run the benchmarks with BENCH_ARGS='regexp and JMH options'
	$(JAVA) -jar $(BENCH_JAR) $(BENCH_ARGS)

bench-keys: bench-jar ## compare keys with other libraries, in four minutes; KEYS_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.keys.SideBySide $(KEYS_ARGS)

bench-stores: bench-jar ## compare the stores with other engines, in 15 minutes; STORES_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.store.StoresSideBySide $(STORES_ARGS)

bench-foreign: bench-jar ## compare foreign stores with the engine by hand; FOREIGN_ARGS='--keys=1000000 --rows=100000'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.foreign.ForeignSideBySide $(FOREIGN_ARGS)

bench-tables: bench-jar ## compare tables with hand-written keys, SQLite and H2; TABLES_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.table.TablesSideBySide $(TABLES_ARGS)

bench-sql: bench-jar ## compare SQL with SQLite, H2 and DuckDB: lookups and TPC-H; SQL_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.sql.SqlSideBySide $(SQL_ARGS)

bench-hbase: ## compare tables on HBase with Phoenix and the plain client; HBASE_ARGS='--rows 20000 --only scan --markdown'
	tools/bench-hbase $(HBASE_ARGS)

shard-balance: bench-jar ## print the shard balance for skewed keys, as Markdown; SHARD_ARGS='ROWS SEED'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.shards.ShardBalance $(SHARD_ARGS)

bench-smoke: bench-jar ## smoke test: run each benchmark briefly
	$(JAVA) -jar $(BENCH_JAR) $(SMOKE_ARGS)
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.store.StoresSideBySide --smoke
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.table.TablesSideBySide --smoke
	$(JAVA) -Dbench.sql=lookups -cp $(BENCH_JAR) dev.keyfold.bench.sql.SqlSideBySide --smoke
	$(JAVA) -Dbench.sql=tpch -cp $(BENCH_JAR) dev.keyfold.bench.sql.SqlSideBySide --smoke keyfold duckdb # H2 needs minutes for one query

bench-jar: # build the benchmarks and the libraries they compare with
	$(MVN) -B -ntp -q -Pbench -DskipTests package -pl bench -am

demo: ## run the demo and exit
	./keyfold demo --exit

ci: ## the full CI run
	.ci/run

clean: ## remove build output and fuzzing corpora
	$(MVN) -B -ntp -q -Pbench,peers,console,hbase clean
	rm -rf */.cifuzz-corpus
