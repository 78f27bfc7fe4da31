import fs from 'node:fs';
import path from 'node:path';
import { initialOrderStatus, orderTransitions } from '@lavra/domain/order/order-machine';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { initialPaymentStatus, paymentTransitions } from '@lavra/domain/payment/payment-machine';
import { paymentStatuses, refundStatuses } from '@lavra/domain/payment/payment-status';
import { initialRefundStatuses, refundTransitions } from '@lavra/domain/payment/refund-machine';
import {
  initialProposalStatus,
  proposalTransitions,
} from '@lavra/domain/proposal/proposal-machine';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import type { Transition } from '@lavra/domain/state-machine';
import {
  initialSubscriptionStatus,
  statusWithoutTrial,
  subscriptionStatuses,
  subscriptionTransitions,
} from '@lavra/domain/subscription/subscription-machine';
import { root } from './imports.ts';

// Writes the state diagrams of docs/language.md from the domain's tables, each between a line
// `<!-- states: NAME -->` and the next `<!-- end -->`. With --check it only reports, by its exit
// code, whether the committed file is up to date.

interface Machine {
  /** Statuses in the order of a life, in which the diagram lists them. */
  readonly statuses: readonly string[];
  /** Statuses that a new one has. */
  readonly initial: readonly string[];
  readonly transitions: Readonly<Record<string, Transition<string, string | undefined>>>;
}

const machines: Readonly<Record<string, Machine>> = {
  orders: {
    statuses: orderStatuses,
    initial: [initialOrderStatus],
    transitions: orderTransitions,
  },
  proposals: {
    statuses: proposalStatuses,
    initial: [initialProposalStatus],
    transitions: proposalTransitions,
  },
  payments: {
    statuses: paymentStatuses,
    initial: [initialPaymentStatus],
    transitions: paymentTransitions,
  },
  refunds: {
    statuses: refundStatuses,
    initial: initialRefundStatuses,
    transitions: refundTransitions,
  },
  subscriptions: {
    statuses: subscriptionStatuses,
    initial: [initialSubscriptionStatus, statusWithoutTrial],
    transitions: subscriptionTransitions,
  },
};

/** Returns the diagram as a code block that Markdown viewers draw, one arrow a transition. */
function diagram({ statuses, initial, transitions }: Machine): string {
  const arrows = statuses.flatMap((status) =>
    Object.entries(transitions)
      .filter(([, { from }]) => from.includes(status))
      .map(([name, { to = status }]) => `  ${status} --> ${to}: ${name}`),
  );
  const starts = initial.map((status) => `  [*] --> ${status}`);
  return ['```mermaid', 'stateDiagram-v2', ...starts, ...arrows, '```'].join('\n');
}

/** Returns the document with every diagram rewritten. Throws when one has no block of its own. */
const withDiagrams = (document: string): string =>
  Object.entries(machines).reduce((text, [name, machine]) => {
    const [start, end] = [`<!-- states: ${name} -->\n`, '\n<!-- end -->'];
    const [before, rest, ...more] = text.split(start);
    const after = rest?.slice(rest.indexOf(end));
    if (before === undefined || after?.startsWith(end) !== true || more.length > 0)
      throw new Error(`docs/language.md needs one block of ${start.trim()}`);
    return `${before}${start}${diagram(machine)}${after}`;
  }, document);

const target = path.join(root, 'docs/language.md');
const committed = fs.readFileSync(target, 'utf8');
const fresh = withDiagrams(committed);

if (!process.argv.includes('--check')) fs.writeFileSync(target, fresh);
else if (fresh !== committed) {
  process.stderr.write('docs/language.md is stale: run `npm run states`\n');
  process.exitCode = 1;
}
