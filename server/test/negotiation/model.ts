import type { ClosureType } from '@lavra/domain/order/closure-type';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';

// The rules of a negotiation, stated a second time and without the service's code: plain data, and
// a function from one state to the next. Only the names of statuses come from the domain.

/** Price of one item in reais, `justified` for none with a reason, `blank` for none without. */
export type Offer = number | 'justified' | 'blank';

/** On which terms a proposal is sold in part; the minimum is in reais. */
export interface Terms {
  readonly partial: boolean;
  readonly minimum: number | null;
}

export interface ModelProposal extends Terms {
  /** Its UUID, which the service gave. */
  readonly name: string;
  readonly supplier: number;
  readonly status: ProposalStatus;
  /** By item of the order. */
  readonly offers: readonly Offer[];
  readonly version: number;
}

/** One order and all that belongs to it. Suppliers and items are known by their index. */
export interface ModelOrder {
  readonly status: OrderStatus | 'deleted';
  readonly suspended: boolean;
  readonly closure: ClosureType;
  readonly items: number;
  readonly proposals: readonly ModelProposal[];
  /** The proposal that each item was bought from. */
  readonly bought: readonly (string | null)[];
  readonly rounds: number;
  readonly declined: readonly number[];
  readonly questions: readonly { readonly name: string; readonly answered: boolean }[];
  readonly requoted: boolean;
}

type OrderMove = 'publish' | 'close' | 'cancel' | 'finalize' | 'suspend' | 'resume' | 'revoke';
export type Command =
  | { readonly do: OrderMove | 'extend' | 'remove' | 'requote' }
  | { readonly do: 'edit'; readonly closure: ClosureType }
  | ({ readonly do: 'save'; readonly supplier: number; readonly offers: readonly Offer[] } & Terms)
  | {
      readonly do: 'submit' | 'withdraw' | 'discard' | 'accept' | 'reject';
      readonly proposal: string;
    }
  | { readonly do: 'loosen'; readonly proposal: string; readonly minimum: number | null }
  | {
      readonly do: 'award';
      readonly choices: readonly { readonly item: number; readonly proposal: string }[];
    }
  | { readonly do: 'decline' | 'undecline' | 'ask'; readonly supplier: number }
  | { readonly do: 'answer'; readonly question: string };

/** What the service answered, as far as the model knows it too; absent facts are not compared. */
export interface Answered {
  readonly status: number;
  readonly code: string | null;
  /** Of the proposal or question that the command is about, or made. */
  readonly name?: string;
  readonly version?: number;
  /** In reais. */
  readonly total?: number;
}

/** What a command leaves behind: rows of the audit log, of the timeline, and events. */
export interface Traces {
  readonly audit: readonly string[];
  readonly timeline: readonly string[];
  readonly events: readonly string[];
}
export interface Outcome extends Traces {
  readonly answer: Answered;
  readonly next: ModelOrder;
}

/** How many units of each item are ordered and offered. */
export const QUANTITY = 10;
const none: Traces = { audit: [], timeline: [], events: [] };

/** Returns a draft of so many items. */
export const draftOrder = (items: number): ModelOrder => ({
  status: 'rascunho',
  suspended: false,
  closure: 'aberta',
  items,
  proposals: [],
  bought: Array.from({ length: items }, () => null),
  rounds: 0,
  declined: [],
  questions: [],
  requoted: false,
});

const amountOf = (offer: Offer | undefined): number =>
  typeof offer === 'number' ? offer * QUANTITY : 0;
export const totalOf = ({ offers }: Pick<ModelProposal, 'offers'>): number =>
  offers.reduce<number>((sum, offer) => sum + amountOf(offer), 0);
const offeredItems = ({ offers }: ModelProposal): number[] =>
  offers.flatMap((offer, item) => (typeof offer === 'number' ? [item] : []));

/**
 * Returns what must come of a command. `name` is the name that the service gave to what the command
 * made, if it made something.
 */
export function step(order: ModelOrder, command: Command, name = 'new'): Outcome {
  if (order.status === 'deleted') return refused(order, 'order_not_found', 404);
  switch (command.do) {
    case 'edit':
      return order.status === 'rascunho'
        ? done({ ...order, closure: command.closure })
        : refused(order, 'order_not_editable');
    case 'remove':
      return order.status === 'rascunho'
        ? done({ ...order, status: 'deleted' })
        : refused(order, 'order_not_deletable');
    case 'requote':
      return requote(order);
    case 'extend':
      return order.status === 'publicada'
        ? done(order, everywhere('order.deadline_extended'))
        : refused(order, 'order_not_extendable');
    case 'save':
      return save(order, command, name);
    case 'submit':
    case 'withdraw':
    case 'discard':
    case 'accept':
    case 'reject':
    case 'loosen': {
      const proposal = order.proposals.find((one) => one.name === command.proposal);
      if (proposal === undefined) return refused(order, 'proposal_not_found', 404);
      return command.do === 'loosen'
        ? loosen(order, proposal, command.minimum)
        : decisions[command.do](order, proposal);
    }
    case 'award':
      return award(order, command.choices);
    case 'decline':
    case 'undecline':
      return choose(order, command.supplier, command.do === 'decline');
    case 'ask':
      return ask(order, command.supplier, name);
    case 'answer':
      return answer(order, command.question);
    case 'publish':
    case 'close':
    case 'cancel':
    case 'finalize':
    case 'suspend':
    case 'resume':
    case 'revoke':
      return move(order, command.do);
  }
}

const moves: Readonly<
  Record<
    OrderMove,
    {
      readonly refusal: string;
      readonly mark: string;
      readonly silent?: true;
      readonly to: (order: ModelOrder) => Partial<ModelOrder> | string | null;
    }
  >
> = {
  publish: {
    refusal: 'order_not_publishable',
    mark: 'order.published',
    to: ({ status, items }) =>
      status !== 'rascunho' ? null : items === 0 ? 'order_without_items' : { status: 'publicada' },
  },
  close: {
    refusal: 'order_not_closable',
    mark: 'order.closed',
    to: ({ status, proposals }) => {
      if (status !== 'publicada') return null;
      return proposals.some((one) => one.status === 'submitted')
        ? { status: 'em_analise' }
        : 'order_close_without_proposals';
    },
  },
  cancel: {
    refusal: 'order_not_cancellable',
    mark: 'order.cancelled',
    to: (order) => (isOpen(order) ? { status: 'cancelada', suspended: false } : null),
  },
  finalize: {
    refusal: 'order_not_finalizable',
    mark: 'order.finalized',
    silent: true,
    to: ({ status }) => (status === 'adjudicada' ? { status: 'finalizada' } : null),
  },
  suspend: {
    refusal: 'order_not_suspendable',
    mark: 'order.suspended',
    to: ({ status, suspended }) =>
      status === 'publicada' && !suspended ? { suspended: true } : null,
  },
  resume: {
    refusal: 'order_not_resumable',
    mark: 'order.resumed',
    silent: true,
    to: (order) => (isOpen(order) && order.suspended ? { suspended: false } : null),
  },
  revoke: {
    refusal: 'order_not_revocable',
    mark: 'order.revoked',
    to: (order) =>
      isOpen(order) || order.status === 'adjudicada'
        ? { status: 'revogada', suspended: false }
        : null,
  },
};

function move(order: ModelOrder, name: OrderMove): Outcome {
  const { refusal, mark, silent, to } = moves[name];
  const changes = to(order);
  if (changes === null || typeof changes === 'string') return refused(order, changes ?? refusal);
  const traces = everywhere(mark);
  return done({ ...order, ...changes }, silent === true ? { ...traces, events: [] } : traces);
}

function requote(order: ModelOrder): Outcome {
  if (order.status !== 'adjudicada' && order.status !== 'finalizada')
    return refused(order, 'order_not_bought');
  if (!order.bought.includes(null)) return refused(order, 'nothing_unbought');
  return order.requoted ? refused(order, 'already_requoted') : done({ ...order, requoted: true });
}

function save(
  order: ModelOrder,
  { supplier, offers, partial, minimum }: Extract<Command, { do: 'save' }>,
  name: string,
): Outcome {
  const refusal = refusalToSupplier(order, supplier);
  if (refusal !== null) return refusal;
  const draft = order.proposals.find((one) => one.supplier === supplier && one.status === 'draft');
  const saved: ModelProposal = {
    name: draft?.name ?? name,
    supplier,
    status: 'draft',
    offers,
    partial,
    minimum,
    version: (draft?.version ?? 0) + 1,
  };
  const proposals =
    draft === undefined
      ? [...order.proposals, saved]
      : order.proposals.map((one) => (one === draft ? saved : one));
  return { ...done({ ...order, proposals }), answer: shown(saved) };
}

const decisions = {
  submit: (order: ModelOrder, proposal: ModelProposal): Outcome => {
    if (proposal.status !== 'draft') return refused(order, 'proposal_not_draft');
    const refusal = refusalOfState(order, proposal.supplier);
    if (refusal !== null) return refused(order, refusal);
    if (proposal.offers.length === 0) return refused(order, 'proposal_without_items');
    if (proposal.offers.includes('blank')) return refused(order, 'proposal_invalid_items');
    if (order.closure === 'fechada' && offeredItems(proposal).length < order.items)
      return refused(order, 'proposal_unpriced_items');
    const sent = order.proposals.filter(
      ({ supplier, status }) => supplier === proposal.supplier && status !== 'draft',
    );
    if (sent.length >= 20) return refused(order, 'proposals_sent_limit');
    if (sent.filter(({ status }) => status === 'submitted' || status === 'accepted').length >= 5)
      return refused(order, 'proposals_live_limit');
    return settle(order, proposal, 'submitted', {
      ...everywhere('proposal.submitted'),
      events: ['proposal.received'],
    });
  },
  withdraw: (order: ModelOrder, proposal: ModelProposal): Outcome =>
    proposal.status === 'submitted' && isOpen(order)
      ? settle(order, proposal, 'cancelled', everywhere('proposal.cancelled'))
      : refused(order, 'proposal_not_cancellable'),
  discard: (order: ModelOrder, proposal: ModelProposal): Outcome =>
    proposal.status === 'draft'
      ? done({ ...order, proposals: order.proposals.filter((one) => one !== proposal) })
      : refused(order, 'proposal_not_deletable'),
  reject: (order: ModelOrder, proposal: ModelProposal): Outcome => {
    if (proposal.status === 'draft') return refused(order, 'proposal_not_found', 404);
    return proposal.status === 'submitted'
      ? settle(order, proposal, 'rejected', everywhere('proposal.rejected'))
      : refused(order, 'proposal_not_rejectable');
  },
  accept: (order: ModelOrder, proposal: ModelProposal): Outcome => {
    if (proposal.status === 'draft') return refused(order, 'proposal_not_found', 404);
    if (order.status === 'adjudicada' || order.status === 'finalizada')
      return refused(order, 'accept_order_awarded', 500);
    if (proposal.status !== 'submitted') return refused(order, 'accept_not_submitted', 500);
    if (!isOpen(order)) return refused(order, 'accept_order_closed', 500);
    if (order.suspended) return refused(order, 'accept_order_suspended');
    const bought = buy(order, new Map([[proposal.name, offeredItems(proposal)]]));
    const now = bought.next.proposals.find(({ name }) => name === proposal.name) ?? proposal;
    return { ...bought, answer: shown(now) };
  },
};

function loosen(order: ModelOrder, proposal: ModelProposal, minimum: number | null): Outcome {
  const stillBuying = isOpen(order) || order.status === 'adjudicada';
  if (!['submitted', 'accepted'].includes(proposal.status) || !stillBuying)
    return refused(order, 'terms_not_changeable');
  if (order.suspended) return refused(order, 'terms_order_suspended');
  if (proposal.partial && (minimum ?? 0) > (proposal.minimum ?? 0))
    return refused(order, 'terms_tightened');
  if (proposal.partial && minimum === proposal.minimum)
    return { ...done(order), answer: shown(proposal) };
  const loosened = { ...proposal, partial: true, minimum, version: proposal.version + 1 };
  return {
    ...done(replaced(order, loosened), {
      ...everywhere('proposal.terms_loosened'),
      events: [],
    }),
    answer: shown(loosened),
  };
}

function award(
  order: ModelOrder,
  choices: readonly { readonly item: number; readonly proposal: string }[],
): Outcome {
  if (!isOpen(order) && order.status !== 'adjudicada') return refused(order, 'order_not_awardable');
  if (order.suspended) return refused(order, 'award_order_suspended');
  const seen = new Set<number>();
  for (const { item } of choices) {
    if (seen.has(item)) return refused(order, 'item_twice');
    if (order.bought[item] !== null) return refused(order, 'item_already_bought');
    seen.add(item);
  }
  const wanted = new Map<string, number[]>();
  for (const { item, proposal } of choices)
    wanted.set(proposal, [...(wanted.get(proposal) ?? []), item]);
  for (const [name, items] of wanted) {
    const problem = purchaseProblem(order, name, items);
    if (problem !== null) return refused(order, problem);
  }
  return buy(order, wanted);
}

function purchaseProblem(order: ModelOrder, name: string, items: readonly number[]): string | null {
  const proposal = order.proposals.find((one) => one.name === name);
  if (proposal?.status !== 'submitted' && proposal?.status !== 'accepted')
    return 'proposal_not_submitted';
  const offered = offeredItems(proposal);
  if (!items.every((item) => offered.includes(item))) return 'item_not_priced';
  if (items.length === offered.length) return null;
  if (!proposal.partial) return 'proposal_not_partial';
  const taken = [...items, ...offered.filter((item) => order.bought[item] === name)];
  const amount = taken.reduce((sum, item) => sum + amountOf(proposal.offers[item]), 0);
  return amount < (proposal.minimum ?? 0) && taken.length < offered.length
    ? 'minimum_not_reached'
    : null;
}

/** Buys items of proposals in one round; the first awards the order. */
function buy(order: ModelOrder, wanted: ReadonlyMap<string, readonly number[]>): Outcome {
  const isFirst = order.rounds === 0;
  const fresh = order.proposals.filter(
    ({ name, status }) => wanted.has(name) && status === 'submitted',
  );
  const sellers = new Map(
    [...wanted].flatMap(([name, items]) => items.map((item) => [item, name])),
  );
  return done(
    {
      ...order,
      status: 'adjudicada',
      suspended: false,
      rounds: order.rounds + 1,
      bought: order.bought.map((name, item) => sellers.get(item) ?? name),
      proposals: order.proposals.map((one) =>
        wanted.has(one.name) ? { ...one, status: 'accepted', version: one.version + 1 } : one,
      ),
    },
    {
      audit: [
        isFirst ? 'order.awarded' : 'order.bought_more',
        ...fresh.map(() => 'proposal.accepted'),
      ],
      timeline: [...wanted.keys()].map(() => 'proposal.accepted'),
      events: [
        ...[...wanted.keys()].map(() => 'proposal.accepted'),
        ...(isFirst ? ['order.awarded_to_other'] : []),
      ],
    },
  );
}

function choose(order: ModelOrder, supplier: number, declines: boolean): Outcome {
  if (!isVisible(order, supplier)) return refused(order, 'order_not_found', 404);
  const own = order.proposals.filter((one) => one.supplier === supplier);
  if (declines && own.some(({ status }) => status === 'accepted'))
    return refused(order, 'decline_after_award');
  if (declines && isOpen(order) && own.some(({ status }) => status === 'submitted'))
    return refused(order, 'decline_with_proposal');
  if (order.declined.includes(supplier) === declines) return done(order);
  const declined = declines
    ? [...order.declined, supplier]
    : order.declined.filter((one) => one !== supplier);
  return done(
    { ...order, declined: declined.toSorted((a, b) => a - b) },
    { ...none, audit: [declines ? 'order.declined' : 'order.decline_undone'] },
  );
}

function ask(order: ModelOrder, supplier: number, name: string): Outcome {
  const refusal = refusalToSupplier(order, supplier);
  if (refusal !== null) return refusal;
  const questions = [...order.questions, { name, answered: false }];
  const outcome = done({ ...order, questions }, everywhere('question.asked'));
  return { ...outcome, answer: { ...outcome.answer, name } };
}

function answer(order: ModelOrder, name: string): Outcome {
  const question = order.questions.find((one) => one.name === name);
  if (question === undefined) return refused(order, 'question_not_found', 404);
  if (order.status !== 'publicada') return refused(order, 'question_order_closed');
  if (order.suspended) return refused(order, 'question_order_suspended');
  if (question.answered) return refused(order, 'question_answered');
  const questions = order.questions.map((one) =>
    one === question ? { ...one, answered: true } : one,
  );
  return done({ ...order, questions }, everywhere('question.answered'));
}

const isOpen = ({ status }: ModelOrder): boolean =>
  status === 'publicada' || status === 'em_analise';
/** A supplier sees published orders, and those past a draft that it has a proposal to. */
const isVisible = ({ status, proposals }: ModelOrder, supplier: number): boolean =>
  status === 'publicada' ||
  (status !== 'rascunho' && proposals.some((one) => one.supplier === supplier));

function refusalToSupplier(order: ModelOrder, supplier: number): Outcome | null {
  if (!isVisible(order, supplier)) return refused(order, 'order_not_found', 404);
  const code = refusalOfState(order, supplier);
  return code === null ? null : refused(order, code);
}

function refusalOfState(order: ModelOrder, supplier: number): string | null {
  if (order.status !== 'publicada') return 'order_closed';
  if (order.suspended) return 'order_suspended';
  return order.declined.includes(supplier) ? 'order_declined' : null;
}

function settle(
  order: ModelOrder,
  proposal: ModelProposal,
  status: ProposalStatus,
  traces: Traces,
): Outcome {
  const settled = { ...proposal, status, version: proposal.version + 1 };
  return { ...done(replaced(order, settled), traces), answer: shown(settled) };
}

const replaced = (order: ModelOrder, proposal: ModelProposal): ModelOrder => ({
  ...order,
  proposals: order.proposals.map((one) => (one.name === proposal.name ? proposal : one)),
});
const shown = (proposal: ModelProposal): Answered => ({
  status: 200,
  code: null,
  name: proposal.name,
  version: proposal.version,
  total: totalOf(proposal),
});
const everywhere = (mark: string): Traces => ({ audit: [mark], timeline: [mark], events: [mark] });
const done = (next: ModelOrder, traces: Traces = none): Outcome => ({
  ...traces,
  answer: { status: 200, code: null },
  next,
});
const refused = (order: ModelOrder, code: string, status = 422): Outcome => ({
  ...none,
  answer: { status, code },
  next: order,
});
