# `make` lists the tasks. Each line "name: ## text" below is one.

FUZZ_SECONDS ?= 60
CRASH_KILLS ?= 60
TABLE_MODELS ?= 60
DAMAGE_CASES ?= 20000
DIFF_COMMANDS ?= 5000
# Files of Redis's test suite; empty for all of them.
REDIS_FILES ?=
# What the documented benchmark run gives to JMH; `make bench BENCH_ARGS='OrderKey.encode -f 1'` for another one.
BENCH_ARGS ?= -f 1 -wi 3 -w 1s -i 5 -r 1s -prof gc
# What the side-by-side run gets; `make bench-keys KEYS_ARGS='--quick encode'` for half a minute of one operation.
KEYS_ARGS ?=
# What the side-by-side run of stores gets; `make bench-stores STORES_ARGS='--quick rocksdb'` for half a minute of three.
STORES_ARGS ?=
# What the side-by-side run of tables gets; `make bench-tables TABLES_ARGS="--quick memory"` for a first look.
TABLES_ARGS ?=
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
.PHONY: completions help build test format fuzz crash damage table-models peers hbase hbase-cluster bench bench-keys bench-stores bench-tables bench-hbase shard-balance bench-jar bench-smoke demo ci clean console-tests redis-suite redis-clients redis-diff redis-load

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## compile and package, without tests
	$(MVN) -B -ntp -DskipTests package

test: ## compile, test and check the format: what must pass before a commit
	$(MVN) -B -ntp verify

format: ## format the sources
	$(MVN) -B -ntp -Pbench,peers,console,hbase -pl '!hbase/cluster,!hbase/phoenix' spotless:apply

fuzz: ## fuzz each target for FUZZ_SECONDS=60
	tools/fuzz $(FUZZ_SECONDS)

table-models: ## random tables and queries against a filtered list, TABLE_MODELS=60 tables on each kind of store
	$(MVN) -B -ntp verify -pl table -am -Dtest=TableModelTest -Dmodel.tables=$(TABLE_MODELS) -Dsurefire.failIfNoSpecifiedTests=false

damage: ## structures with damaged entries, checked and repaired in up to DAMAGE_CASES=20000 ways
	$(MVN) -B -ntp verify -pl structures -am -Dtest=DamagedEntriesTest -Ddamage.cases=$(DAMAGE_CASES) -Ddamage.elements=5 -Dsurefire.failIfNoSpecifiedTests=false

crash: ## kill a writing process CRASH_KILLS=60 times and look whether anything is lost
	tools/crash $(CRASH_KILLS)

console-tests: ## every page of the console in Chromium; pictures in console-tests/target/screenshots
	timeout 600 $(MVN) -B -ntp -Pconsole verify -pl console-tests -am -Dtest='dev/keyfold/console/**' -Dsurefire.failIfNoSpecifiedTests=false

completions: ## whether Tab completes keyfold in a real bash and a real zsh
	tools/completions

redis-clients: ## redis-cli, redis-benchmark, ioredis and node-redis against the server
	tools/redis-clients

redis-diff: ## the same random commands to the server and to Debian's redis-server, DIFF_COMMANDS=5000 of them
	tools/redis-diff $(DIFF_COMMANDS)

redis-load: ## redis-benchmark beside Debian's redis-server, in turns; ROUNDS=3
	tools/redis-load

redis-suite: ## run Redis's own tests against the server; REDIS_FILES='unit/multi' for some of them
	tools/redis-suite $(REDIS_FILES)

peers: ## compare our bytes with those of the systems whose formats we read and write
	$(MVN) -B -ntp -Ppeers verify -Dtest='dev/keyfold/peers/**' -Dsurefire.failIfNoSpecifiedTests=false

hbase: ## everything that runs on HBase, on one JVM and on six, which the tests start, and a small run beside Phoenix: 14 minutes and 4 GB
	$(MVN) -B -ntp -Phbase verify -Dtest='dev/keyfold/hbase/**,**/*OnHBaseTest' -Dsurefire.failIfNoSpecifiedTests=false

hbase-cluster: ## start an HBase of six processes to try; it prints its URL and ends with Ctrl-C
	tools/hbase-cluster

bench: bench-jar ## run the benchmarks with BENCH_ARGS='regexp and JMH options'
	$(JAVA) -jar $(BENCH_JAR) $(BENCH_ARGS)

bench-keys: bench-jar ## compare with the peers side by side, in four minutes; KEYS_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.SideBySide $(KEYS_ARGS)

bench-stores: bench-jar ## compare the stores with others side by side, in a quarter of an hour; STORES_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.store.StoresSideBySide $(STORES_ARGS)

bench-tables: bench-jar ## compare tables with keys made by hand, SQLite and H2; TABLES_ARGS='--quick --markdown'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.table.TablesSideBySide $(TABLES_ARGS)

bench-hbase: ## compare tables on HBase with Phoenix and the plain client; HBASE_ARGS='--rows 20000 --only scan --markdown'
	tools/bench-hbase $(HBASE_ARGS)

shard-balance: bench-jar ## how evenly shards are filled for skewed keys, as Markdown; SHARD_ARGS='ROWS SEED'
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.shards.ShardBalance $(SHARD_ARGS)

bench-smoke: bench-jar ## run each benchmark for a moment, to prove that it runs
	$(JAVA) -jar $(BENCH_JAR) $(SMOKE_ARGS)
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.store.StoresSideBySide --smoke
	$(JAVA) -cp $(BENCH_JAR) dev.keyfold.bench.table.TablesSideBySide --smoke

bench-jar: # build the benchmarks and the libraries they compare with
	$(MVN) -B -ntp -q -Pbench -DskipTests package -pl bench -am

demo: ## show what Keyfold does, and exit
	./keyfold demo --exit

ci: ## everything that the continuous integration runs
	.ci/run

clean: ## remove everything that was built, and the corpora collected by fuzzing
	$(MVN) -B -ntp -q -Pbench,peers,console,hbase clean
	rm -rf */.cifuzz-corpus
