import fs from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import type { Proof, ProofResult } from './proof.ts';

// Promises that are proved by tests of the suite: here these tests run by themselves, with 3,000
// trials per race instead of 20. Two files at a time, in the sequence given: none of them measures,
// and each has a service and a database of its own.

const root = path.resolve(import.meta.dirname, '../..');
const RACE_TRIALS = '3000';
const FILES_AT_ONCE = 2;
/** Milliseconds that a file may take; one that hangs ends. */
const LONGEST_MS = 3_600_000;
/** Characters of a failure's reason that a result says. */
const REASON = 2_000;

/** Runs test files and counts the stories, which are tests, not the suites around them. */
async function runTests(files: readonly string[]): Promise<ProofResult> {
  const stream = run({
    files: files.map((file) => path.join(root, file)),
    concurrency: FILES_AT_ONCE,
    timeout: LONGEST_MS,
    cwd: root,
    env: { ...process.env, LAVRA_RACE_TRIALS: RACE_TRIALS },
  });
  const broken: string[] = [];
  const skipped = new Map<string, number>();
  let passed = 0;
  for await (const { type, data } of stream) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.skip !== undefined) {
      const why = String(data.skip);
      skipped.set(why, (skipped.get(why) ?? 0) + 1);
    } else if (data.details.type === 'suite') continue;
    else if (type === 'test:pass') passed += 1;
    else broken.push(`${data.name}: ${reasonOf(data.details.error).slice(0, REASON)}`);
  }
  if (passed === 0 && broken.length === 0) broken.push('no test ran');
  const notRun = [...skipped].map(([why, times]) => `${times} skipped (${why})`);
  return { figures: [`${passed} stories`, ...notRun], broken };
}

/** Returns what a test failed with: the runner's error wraps it. */
const reasonOf = ({ cause, message }: Error): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : message;

const features = 'server/src/features';
const security = 'server/test/security';

interface Pointer {
  readonly name: string;
  /** The test files, by their paths in the project. */
  readonly files: readonly string[];
  readonly proof: Proof;
}

function pointer(
  name: string,
  title: string,
  promise: string,
  files: readonly string[],
  needs: Proof['needs'] = [],
): Pointer {
  const proof: Proof = { title, promise, needs, sizes: ['long'], prove: () => runTests(files) };
  return { name, files, proof };
}

/** Files that take long and would come late: they begin, so that none runs alone at the end. */
const LONGEST = [
  'server/test/negotiation/model.test.ts',
  `${features}/proposals/standing.race.test.ts`,
  `${features}/supplier-orders/supplier-order-choices.race.test.ts`,
] as const;

/** Returns every file of races but those of some features, which have promises of their own. */
const racesBut = (...others: readonly string[]): string[] => {
  const files = fs
    .globSync(`${features}/**/*.race.test.ts`, { cwd: root })
    .filter((file) => !others.some((one) => file.startsWith(`${features}/${one}/`)));
  return [...new Set([...LONGEST, ...files.toSorted()])];
};

export const pointers: readonly Pointer[] = [
  pointer(
    'races',
    'Races, 3,000 trials each',
    'one draft, one accepted proposal, each item bought once, one default plan, one trial, one ' +
      'favorite: whatever comes at once ends in one story',
    racesBut('payments', 'scheduling'),
  ),
  pointer(
    'schedulers',
    'Several schedulers at once',
    'each slot has one turn and each order is settled once, whichever process looks or dies',
    [
      `${features}/scheduling/schedulers.race.test.ts`,
      `${features}/subscriptions/due-subscriptions.test.ts`,
    ],
  ),
  pointer(
    'refunds',
    'Refunds',
    'refunds never pass the payment by a cent and reach the gateway at most once each: at ' +
      'once, through 100 crashes and 200 orders of webhooks',
    [
      `${features}/payments/refunds/refunds.race.test.ts`,
      `${features}/payments/refunds/refund-crashes.long.test.ts`,
      `${features}/payments/refunds/refunds.test.ts`,
      `${features}/payments/webhooks/webhook-orders.test.ts`,
    ],
  ),
  pointer(
    'money',
    'Exact money',
    'prices × quantities agree with a BigInt oracle on 20,000 random items, to the cent',
    ['domain/src/money/proposal-total.test.ts', 'domain/src/money/decimal.test.ts'],
  ),
  pointer(
    'audit',
    'The audit log',
    'every write of the administration and every decision of a negotiation leaves its audit ' +
      'rows in its own transaction, and the chain finds edit, delete, reorder and truncation, ' +
      'with sixteen writers',
    [
      `${security}/audit-rows.test.ts`,
      `${security}/negotiation-audit-rows.test.ts`,
      `${features}/audit/negotiation-audit.test.ts`,
      `${features}/audit/audit-chain.test.ts`,
      'server/src/entry/audit.test.ts',
    ],
  ),
  pointer(
    'authorization',
    'The authorization matrix',
    'every route answers every kind of caller as one table says; permissions are honest; a refusal changes nothing',
    [`${security}/authorization-matrix.test.ts`],
  ),
  pointer(
    'idempotency',
    'One effect under one key',
    'a POST under one Idempotency-Key happens once, ten at once too',
    [`${security}/idempotency.test.ts`],
  ),
  pointer(
    'hostile-input',
    'What clients must not send',
    'fields that are not theirs are never stored; odd bodies, headers and paths get a refusal in the service’s words',
    [
      `${security}/mass-assignment.test.ts`,
      `${security}/hostile-input.long.test.ts`,
      `${security}/hostile-bodies.test.ts`,
      `${security}/hostile-sockets.test.ts`,
      `${security}/rate-limit.test.ts`,
    ],
  ),
  pointer(
    'anonymity',
    'Anonymity of suppliers',
    'nothing that a producer is answered names a supplier, letters stay through a session ' +
      'and are drawn anew for the next',
    [
      `${features}/proposals/proposal-anonymity.test.ts`,
      `${features}/proposals/proposal-letters.test.ts`,
      `${features}/orders/order-comparison.test.ts`,
      `${features}/proposals/identity-warnings.test.ts`,
    ],
  ),
  pointer(
    'outbound',
    'Calls to the outside',
    'nothing is sent to a private, loopback or metadata address: 48 targets, no connection',
    [
      'server/src/platform/outbound/outbound-guard.test.ts',
      'server/src/platform/outbound/one-way-out.test.ts',
    ],
  ),
  pointer(
    'lgpd',
    'Export and erasure',
    'an erased person is found in no column of any table outside what the law keeps',
    [
      `${features}/erasure/erasure-traces.long.test.ts`,
      `${features}/erasure/erasure-inventory.test.ts`,
      `${features}/erasure/erasure.test.ts`,
      `${features}/accounts/data-export/data-export.test.ts`,
    ],
  ),
  pointer(
    'sheets',
    'Imports and exports',
    'sheets are bounded and taken whole or not at all, with a worker killed in the middle ' +
      'too; what comes out runs in no spreadsheet',
    [
      `${features}/imports/imports.test.ts`,
      `${features}/imports/import-crash.long.test.ts`,
      `${features}/imports/import-reading.test.ts`,
      `${features}/reports/reports.test.ts`,
    ],
  ),
  pointer(
    'production',
    'Two of each behind the gateway',
    'a rolling restart under load fails no request, and maintenance loses nothing acknowledged',
    ['e2e/production/production.long.test.ts', 'e2e/gateway/gateway.test.ts'],
    ['nginx', 'redis-server'],
  ),
];
