import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Roles } from './cluster.ts';

/** Something that happens to a cluster. */
export interface Fault {
  readonly what: string;
  /** The longest time without an acknowledged write, in ms. */
  readonly promised: number;
  inflict(cluster: Cluster, roles: Roles): Promise<void> | void;
  /** Whether no write may be acknowledged until it is relieved. */
  readonly stopsWrites?: boolean;
  /** Ends the fault, where it does not end by itself. */
  relieve?(cluster: Cluster, roles: Roles): void;
}

const SEEN_AT_ONCE = 5_000;
/** Patroni's `ttl`, which etcd may renew once when its own leader changes, and the promotion. */
const BY_TIME_OUT = 30_000;
const BESIDE_THE_PRIMARY = 1_000;

export const faults = {
  'kill-postgres': {
    what: 'PostgreSQL of the primary killed',
    promised: SEEN_AT_ONCE,
    inflict: (_cluster, { primary }) => primary.kill('postgres'),
  },
  'switch-over': {
    what: 'switched over by hand',
    promised: 4_000,
    inflict: (cluster, { standbys: [first] }) => cluster.switchOver(first),
  },
  'kill-machine': {
    what: 'machine of the primary killed',
    promised: BY_TIME_OUT,
    inflict: (_cluster, { primary }) => primary.kill(),
    relieve: (cluster, { primary }) => cluster.start(primary),
  },
  vanish: {
    what: 'machine of the primary vanished, standbys a second behind',
    promised: BY_TIME_OUT,
    async inflict(_cluster, { primary, standbys }) {
      primary.dropReplication(standbys.map(({ address }) => address));
      await sleep(1_000);
      primary.unplug();
      await primary.kill();
    },
    relieve(cluster, { primary }) {
      primary.plug();
      cluster.start(primary);
    },
  },
  freeze: {
    what: 'machine of the primary frozen',
    promised: BY_TIME_OUT,
    inflict: (_cluster, { primary }) => primary.signal('SIGSTOP'),
    relieve: (_cluster, { primary }) => primary.signal('SIGCONT'),
  },
  'cut-off': {
    what: 'primary cut off the network',
    promised: BY_TIME_OUT,
    inflict: (_cluster, { primary }) => primary.cut(),
    relieve: (_cluster, { primary }) => primary.heal(),
  },
  'etcd-majority': {
    what: 'two of three etcd killed',
    promised: BESIDE_THE_PRIMARY,
    async inflict(_cluster, { standbys }) {
      for (const machine of standbys) await machine.kill('etcd');
    },
    relieve(cluster, { standbys }) {
      for (const machine of standbys) cluster.start(machine, ['etcd']);
    },
  },
  'freeze-standby': {
    what: 'a standby frozen',
    promised: BESIDE_THE_PRIMARY,
    inflict: (_cluster, { standbys: [first] }) => first.signal('SIGSTOP'),
    relieve: (_cluster, { standbys: [first] }) => first.signal('SIGCONT'),
  },
  'kill-standby': {
    what: 'a standby killed',
    promised: BESIDE_THE_PRIMARY,
    inflict: (_cluster, { standbys: [first] }) => first.kill(),
    relieve: (cluster, { standbys: [first] }) => cluster.start(first),
  },
  // etcd's majority goes with them, so that nothing can note that the last machine goes on alone.
  'kill-standbys': {
    what: 'both standbys killed for ten seconds',
    promised: BY_TIME_OUT,
    stopsWrites: true,
    async inflict(_cluster, { standbys }) {
      for (const machine of standbys) await machine.kill();
    },
    relieve(cluster, { standbys }) {
      for (const machine of standbys) cluster.start(machine);
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;
