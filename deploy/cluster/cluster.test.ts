import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parse } from 'yaml';
import { debianVersions, renderCluster, writeFiles } from './render.ts';

// Checks the cluster's files against what fail-overs have taught, without running them: that does
// `npm run prove -- --only failover`.

const here = import.meta.dirname;
const machines = [1, 2, 3].map((n) => ({ name: `db${n}`, address: `10.0.0.${n}` }));
const network = '10.0.0.0/24';
const filesOf = (debian: string) => {
  const versions = debianVersions[debian];
  assert.ok(versions);
  return renderCluster({ machines, network, versions });
};
const scratch = (t: TestContext): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-cluster-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
};

interface PatroniConfig {
  readonly name: string;
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, unknown>> & {
      readonly ttl: number;
      readonly loop_wait: number;
      readonly retry_timeout: number;
      readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> };
    };
    readonly initdb: readonly unknown[];
  };
  readonly postgresql: { readonly bin_dir: string; readonly pg_hba: readonly string[] };
  readonly watchdog: { readonly mode: string };
}

for (const [debian, versions] of Object.entries(debianVersions)) {
  describe(`a cluster on Debian ${debian}`, () => {
    const files = filesOf(debian);
    const patroni = parse(files['db2/patroni.yml'] ?? '') as PatroniConfig &
      Readonly<Record<string, { readonly hosts: readonly string[] }>>;
    const { dcs, initdb } = patroni.bootstrap;

    it('names itself, its store and its PostgreSQL on each machine', () => {
      assert.equal(patroni.name, 'db2');
      assert.deepEqual(
        patroni[versions.store]?.hosts,
        machines.map(({ address }) => `${address}:2379`),
      );
      assert.equal(patroni.postgresql.bin_dir, `/usr/lib/postgresql/${versions.postgresql}/bin`);
      assert.match(files['db2/etcd.env'] ?? '', /^ETCD_NAME=db2$/m);
      assert.match(
        files['db2/etcd.env'] ?? '',
        new RegExp(`^ETCD_ENABLE_V2=${versions.store === 'etcd'}$`, 'm'),
      );
    });
    it('waits for a standby before it acknowledges, and notices a silent primary in 20 s', () => {
      assert.equal(String(dcs['synchronous_mode']), versions.commit);
      assert.notEqual(versions.commit, 'false');
      assert.equal(dcs['synchronous_mode_strict'], false);
      assert.equal(dcs['failsafe_mode'], true);
      assert.equal(dcs['primary_start_timeout'], 0);
      assert.equal(dcs.ttl, 20);
      assert.ok(dcs.loop_wait + 2 * dcs.retry_timeout <= dcs.ttl, 'Patroni asks for it');
      assert.equal(patroni.watchdog.mode, 'required');
    });
    it('bounds what a lost machine may hold, and can bring it back', () => {
      const { parameters } = dcs.postgresql;
      assert.deepEqual(
        [parameters['max_slot_wal_keep_size'], parameters['tcp_user_timeout']],
        ['4GB', 10_000],
      );
      assert.equal(parameters['wal_log_hints'], 'on');
      assert.equal(parameters['hot_standby_feedback'], 'on', 'long reads are not cancelled');
      assert.ok(initdb.includes('data-checksums'));
    });
    it('holds no password, and lets only its network in, with one', () => {
      for (const text of Object.values(files)) assert.doesNotMatch(text, /password:/i);
      for (const rule of patroni.postgresql.pg_hba)
        assert.match(rule, /^(local all postgres peer|host .* 10\.0\.0\.0\/24 scram-sha-256)$/);
    });
    it('is accepted by the check that runs before Patroni, with the Patroni of that Debian', (t) => {
      const patroniVersion = versions.store === 'etcd' ? '3.0.2' : '4.0.7';
      assert.deepEqual(check(t, files['db1/patroni.yml'] ?? '', patroniVersion), [0, '']);
    });
  });
}

/** Runs the check as Patroni's unit does; returns its exit code and what it says. */
function check(t: TestContext, config: string, version: string): [number | null, string] {
  const file = path.join(scratch(t), 'patroni.yml');
  fs.writeFileSync(file, config);
  const { status, stderr } = spawnSync('sh', [path.join(here, 'check-versions.sh'), file], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LAVRA_PATRONI: `echo patroni ${version}` },
  });
  return [status, stderr];
}

describe('the check of versions', () => {
  const config = (debian: string): string => filesOf(debian)['db1/patroni.yml'] ?? '';
  const refused = (t: TestContext, text: string, version: string, why: RegExp): void => {
    const [status, message] = check(t, text, version);
    assert.equal(status, 1);
    assert.match(message, why);
  };
  it('refuses Patroni 3 with etcd3, which splits', (t) => {
    const text = config('13').replace('synchronous_mode: quorum', 'synchronous_mode: true');
    refused(t, text, '3.0.2', /takes the lock back/);
  });
  it('refuses Patroni 4 with the v2 API, which was not tried', (t) => {
    refused(t, config('12'), '4.0.7', /etcd3 only/);
  });
  it('refuses quorum commit where Patroni would read it as none', (t) => {
    refused(
      t,
      config('12').replace('synchronous_mode: true', 'synchronous_mode: quorum'),
      '3.0.2',
      /asynchronously/,
    );
  });
  it('refuses asynchronous replication', (t) => {
    refused(
      t,
      config('13').replace('synchronous_mode: quorum', 'synchronous_mode: false'),
      '4.0.7',
      /acknowledged/,
    );
  });
  it('refuses a configuration without a store, and a Patroni without a version', (t) => {
    refused(t, config('13').replace('\netcd3:', '\nconsul:'), '4.0.7', /must name one store/);
    refused(t, config('13'), '', /does not tell its version/);
  });
  const unit = fs.readFileSync(path.join(here, 'patroni.service.d.conf'), 'utf8');
  it('runs before each start of Patroni', () => {
    assert.match(unit, /^ExecStartPre=\S*\/check-versions\.sh \/etc\/patroni\/config\.yml$/m);
  });
  it('decides alone: a kernel without softdog does not keep Patroni from starting', () => {
    const others = [...unit.matchAll(/^ExecStartPre=(?!\S*check-versions)(\S)/gm)];
    assert.ok(others.length > 0);
    for (const [line, mark] of others) assert.equal(mark, '-', line);
  });
});

describe('HAProxy before the cluster', () => {
  const text = filesOf('13')['haproxy.cfg'] ?? '';
  const sections = new Map(
    text
      .split(/^listen /m)
      .slice(1)
      .map((section) => [section.split('\n')[0] ?? '', section]),
  );
  it('leads 5000 to the machine that Patroni calls the primary, and ends sessions to a former one', () => {
    const primary = sections.get('primary') ?? '';
    assert.match(primary, /bind 127\.0\.0\.1:5000$/m);
    assert.match(primary, /option httpchk OPTIONS \/primary$/m);
    assert.match(primary, /inter 500ms .*fall 2 rise 1 on-marked-down shutdown-sessions$/m);
  });
  it('leads 5001 to standbys at most 16 MB behind', () => {
    const standbys = sections.get('standbys') ?? '';
    assert.match(standbys, /bind 127\.0\.0\.1:5001$/m);
    assert.match(standbys, /option httpchk OPTIONS \/replica\?lag=16MB$/m);
  });
  it('asks the Patroni of every machine, and waits longer than any report is silent', () => {
    for (const section of ['primary', 'standbys'])
      for (const { name, address } of machines)
        assert.match(
          sections.get(section) ?? '',
          new RegExp(`server ${name} ${address}:5432$`, 'm'),
        );
    assert.match(text, /default-server check port 8008/);
    assert.match(text, /timeout client 2h\n.*timeout server 2h/);
  });
  it('passes haproxy’s own check where it is installed', (t) => {
    const folder = scratch(t);
    writeFiles(folder, filesOf('13'));
    const file = path.join(folder, 'haproxy.cfg');
    const verdict = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    if (verdict.error === undefined) assert.equal(verdict.status, 0, verdict.stderr);
  });
});

describe('PgBouncer before HAProxy', () => {
  it('pools sessions where it is too old for more, else transactions with their statements', () => {
    const old = filesOf('12')['pgbouncer.ini'] ?? '';
    assert.match(old, /^pool_mode = session$/m);
    assert.doesNotMatch(old, /max_prepared_statements/);
    const later = filesOf('13')['pgbouncer.ini'] ?? '';
    assert.match(later, /^pool_mode = transaction$/m);
    assert.match(later, /^max_prepared_statements = [1-9]/m);
  });
  it('lets the sessions of two machines fit into PostgreSQL', () => {
    const files = filesOf('12');
    const numberIn = (file: string, pattern: RegExp): number =>
      Number(pattern.exec(files[file] ?? '')?.[1]);
    const pooled = numberIn('pgbouncer.ini', /^default_pool_size = (\d+)$/m);
    const most = numberIn('db1/patroni.yml', /^ +max_connections: (\d+)$/m);
    assert.ok(2 * pooled < most, `${pooled} of ${most}`);
  });
});

describe('what an operator gives', () => {
  const versions = debianVersions['13'];
  assert.ok(versions);
  it('must be three machines with addresses of their own', () => {
    for (const few of [
      machines.slice(1),
      [...machines.slice(1), { name: 'x', address: '10.0.0.2' }],
    ])
      assert.throws(() => renderCluster({ machines: few, network, versions }), /three machines/);
  });
  it('must be plain words', () => {
    assert.throws(
      () => renderCluster({ machines, network: '10.0.0.0/24\nx', versions }),
      /not a name, an address/,
    );
  });
});
