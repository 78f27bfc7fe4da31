import { fc } from '@lavra/domain/seeded.fixture';
import { differenceOf } from './history.ts';
import { brokenOf, differencesFrom, find } from './found.ts';
import {
  draftOrder,
  step,
  type Command,
  type ModelOrder,
  type Offer,
  type Traces,
} from './model.ts';
import { createDraft, perform, readLetters, SUPPLIERS, type Send, type Stage } from './stage.ts';

/** A step of a story before it is played: what it refers to is a number, taken among what exists. */
export type Wish = (order: ModelOrder) => Command | undefined;
interface Named {
  readonly wish: Wish;
  readonly toString: () => string;
}

const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
const named = (text: string, wish: Wish): Named => ({ wish, toString: () => text });

const offer: fc.Arbitrary<Offer> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 2, arbitrary: fc.constant('justified' as const) },
  { weight: 1, arbitrary: fc.constant('blank' as const) },
);
const minimum = fc.option(fc.integer({ min: 1, max: 150 }), { freq: 2 });
const supplier = fc.nat(SUPPLIERS - 1);

const plain = fc
  .constantFrom(
    ...(['publish', 'extend', 'close', 'suspend', 'suspend', 'resume', 'requote'] as const),
  )
  .map((move) => named(move, () => ({ do: move })));
const end = fc
  .constantFrom('finalize' as const, 'cancel' as const, 'revoke' as const, 'remove' as const)
  .map((move) => named(move, () => ({ do: move })));
const edit = fc
  .constantFrom('aberta' as const, 'fechada' as const)
  .map((closure) => named(`edit ${closure}`, () => ({ do: 'edit', closure })));
const save = fc
  .record({
    supplier,
    offers: fc.array(offer, { minLength: 3, maxLength: 3 }),
    partial: fc.boolean(),
    minimum,
  })
  .map(({ minimum: least, ...wish }) =>
    named(`save ${JSON.stringify(wish)} from ${least}`, ({ items }) => ({
      do: 'save',
      ...wish,
      offers: wish.offers.slice(0, items),
      minimum: wish.partial ? least : null,
    })),
  );
const decide = (...acts: ('submit' | 'withdraw' | 'discard' | 'accept' | 'reject')[]) =>
  fc.tuple(fc.constantFrom(...acts), fc.nat(7)).map(([act, index]) =>
    named(`${act} ${index}`, ({ proposals }) => {
      const proposal = nth(proposals, index);
      return proposal && { do: act, proposal: proposal.name };
    }),
  );
/** Submits a draft if there is one: most proposals must get further. */
const submitDraft = fc.nat(7).map((index) =>
  named(`submit draft ${index}`, ({ proposals }) => {
    const draft = nth(
      proposals.filter(({ status }) => status === 'draft'),
      index,
    );
    return draft && { do: 'submit', proposal: draft.name };
  }),
);
/** Decides once more about what is decided. */
const decideAgain = fc
  .tuple(fc.constantFrom('accept' as const, 'reject' as const, 'withdraw' as const), fc.nat(7))
  .map(([act, index]) =>
    named(`${act} decided ${index}`, ({ proposals }) => {
      const proposal = nth(
        proposals.filter(({ status }) => status !== 'draft' && status !== 'submitted'),
        index,
      );
      return proposal && { do: act, proposal: proposal.name };
    }),
  );
const loosen = fc.tuple(fc.nat(7), minimum).map(([index, least]) =>
  named(`loosen ${index} to ${least}`, ({ proposals }) => {
    const proposal = nth(proposals, index);
    return proposal && { do: 'loosen', proposal: proposal.name, minimum: least };
  }),
);
const award = fc
  .array(fc.tuple(fc.nat(2), fc.nat(7)), { minLength: 1, maxLength: 3 })
  .map((choices) =>
    named(`award ${JSON.stringify(choices)}`, ({ proposals, items }) =>
      proposals.length === 0
        ? undefined
        : {
            do: 'award',
            choices: choices.map(([item, index]) => ({
              item: item % items,
              proposal: nth(proposals, index)?.name ?? '',
            })),
          },
    ),
  );
const choose = fc
  .tuple(fc.constantFrom('decline' as const, 'undecline' as const, 'ask' as const), supplier)
  .map(([act, who]) => named(`${act} ${who}`, () => ({ do: act, supplier: who })));
const answer = fc.nat(3).map((index) =>
  named(`answer ${index}`, ({ questions }) => {
    const question = nth(questions, index);
    return question && { do: 'answer', question: question.name };
  }),
);

const anything: fc.Arbitrary<Named> = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 2, arbitrary: end },
  { weight: 1, arbitrary: edit },
  { weight: 4, arbitrary: save },
  { weight: 4, arbitrary: submitDraft },
  { weight: 6, arbitrary: decide('withdraw', 'reject', 'accept', 'submit', 'discard') },
  { weight: 4, arbitrary: decideAgain },
  { weight: 5, arbitrary: award },
  { weight: 2, arbitrary: loosen },
  { weight: 3, arbitrary: choose },
  { weight: 3, arbitrary: answer },
);

const publish = named('publish', () => ({ do: 'publish' }));
/** Two suppliers send proposals, so that what follows is about them. */
const offers: fc.Arbitrary<readonly Named[]> = fc
  .array(fc.tuple(save, submitDraft), { minLength: 2, maxLength: 2 })
  .map((pairs) => pairs.flat());

/** Stories of any commands; most begin further on than a draft, so that late states are reached too. */
export const stories: fc.Arbitrary<readonly Named[]> = fc
  .tuple(
    fc.array(edit, { maxLength: 1 }),
    fc.oneof(
      fc.constant([]),
      fc.constant([publish]),
      offers.map((sent) => [publish, ...sent]),
      fc
        .tuple(offers, fc.oneof(decide('accept'), award))
        .map(([sent, bought]) => [publish, ...sent, bought]),
    ),
    fc.array(anything, { minLength: 4, maxLength: 16 }),
  )
  .map((parts) => parts.flat());

/**
 * Plays a story on the service and on the model beside it. Throws at the first answer, row or
 * letter that is not as the model says, or where an invariant is broken.
 */
export async function play(
  stage: Stage,
  items: number,
  wishes: readonly Named[],
  send: Send = sendTo(stage),
): Promise<void> {
  const order = await createDraft(stage, items);
  const story: Story = {
    order: draftOrder(items),
    traces: { audit: [], timeline: ['order.created'], events: [] },
    letters: new Map(),
  };
  const played: Command[] = [];
  for (const { wish } of wishes) {
    const command = wish(story.order);
    if (command === undefined) continue;
    played.push(command);
    const { proposals } = story.order;
    const answered = await perform(stage, order, command, {
      send,
      ownerOf: (name) => proposals.find((one) => one.name === name)?.supplier ?? 0,
    });
    const outcome = step(story.order, command, answered.name);
    const wrong = differenceOf(outcome.answer, answered);
    story.order = outcome.next;
    story.traces = {
      audit: [...story.traces.audit, ...outcome.audit],
      timeline: [...story.traces.timeline, ...outcome.timeline],
      events: [...story.traces.events, ...outcome.events],
    };
    const found = await find(stage.service, order.id);
    const problems = [
      ...(wrong === null ? [] : [wrong]),
      ...(found === undefined ? [] : brokenOf(found)),
      ...differencesFrom(found, story.order, story.traces),
      ...(story.order.status === 'deleted' || story.order.proposals.length === 0
        ? []
        : await changedLetters(stage, order, story)),
    ];
    if (problems.length > 0)
      throw new Error(`${problems.join('\n')}\nafter ${JSON.stringify(played)}`);
  }
}

interface Story {
  order: ModelOrder;
  traces: Traces;
  letters: ReadonlyMap<string, string>;
}

/** Returns what is wrong with the letters: each sent proposal has its own, and keeps it. */
async function changedLetters(
  stage: Stage,
  order: Parameters<typeof readLetters>[1],
  story: Story,
): Promise<string[]> {
  const letters = await readLetters(stage, order);
  const before = story.letters;
  story.letters = letters;
  const sent = story.order.proposals.filter(({ status }) => status !== 'draft');
  return [
    ...sent.filter(({ name }) => !letters.has(name)).map(({ name }) => `${name} has no letter`),
    ...(new Set(letters.values()).size === sent.length ? [] : ['letters are not one a proposal']),
    ...[...before]
      .filter(([name, letter]) => letters.get(name) !== letter)
      .map(([name, letter]) => `${name} was ${letter} and is ${letters.get(name)}`),
  ];
}

/** Sends requests to the service as they are. */
export const sendTo =
  ({ service }: Pick<Stage, 'service'>): Send =>
  (method, url, request) =>
    service.call(method, url, request);
