import { addDays } from '@lavra/domain/calendar/calendar';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Cast } from './demo-orders.ts';
import { officeTimes, type Story } from './demo-time.ts';
import { readTender, type Tender } from './tender.ts';
import { answerTender, buyTender, publishTender } from './tender-story.ts';

export interface TenderCast extends Cast {
  readonly bidderToken: (ordinal: number) => string;
}

/** How many days ago the tender is published that is open, and the one that is bought. */
export const tenderSince = { open: 8, bought: 16 } as const;

/** Returns the story of the real tender, open and with proposals of all thirteen bidders. */
export function openTender(cast: TenderCast): Story {
  const at = officeTimes(cast, 40);
  return {
    begins: at(tenderSince.open),
    async *play() {
      yield* playTender(cast, {
        answered: (nth) => at(7 - Math.floor(nth / 2)),
        tokenOf: cast.bidderToken,
      });
    },
  };
}

/**
 * The bidder of the tender whom the demo's supplier plays where the tender is bought: it sells
 * herbicides, as he does.
 */
const SUPPLIERS_BIDDER = 12;

/** Returns the story of the tender once more, all of which is bought from three of its bidders. */
export function boughtTender(cast: TenderCast): Story {
  const at = officeTimes(cast, 41);
  return {
    begins: at(tenderSince.bought),
    async *play() {
      const order = yield* playTender(cast, {
        description: 'Reposição de ração, adubos e herbicidas',
        answered: (nth) => at(10 - Math.floor(nth / 2)),
        tokenOf: (bidder) =>
          bidder === SUPPLIERS_BIDDER ? cast.supplierToken(1) : cast.bidderToken(bidder),
      });
      yield at(3);
      await buyTender(cast.api, { token: cast.producerToken(1), order, most: 3 });
    },
  };
}

interface Playing {
  readonly description?: string;
  /** When the nth bidder answers. */
  readonly answered: (nth: number) => Date;
  readonly tokenOf: (bidder: number) => string;
}

async function* playTender(
  { api, today, productIds, producerToken }: TenderCast,
  { answered, tokenOf, ...text }: Playing,
): AsyncGenerator<Date, ProducerOrder> {
  const tender = readTender();
  const order = await publishTender(api, {
    token: producerToken(1),
    tender,
    productIds,
    deadline: addDays(today, 12),
    city: 'Sorriso',
    state: 'MT',
    ...text,
  });
  const validity = addDays(today, 30);
  for (const [nth, bidder] of biddersOf(tender).entries()) {
    yield answered(nth);
    await answerTender(api, { token: tokenOf(bidder), tender, order, bidder, validity });
  }
  return order;
}

const biddersOf = ({ items }: Tender): number[] =>
  [...new Set(items.flatMap(({ bids }) => bids.map(({ bidder }) => bidder)))].toSorted(
    (a, b) => a - b,
  );
