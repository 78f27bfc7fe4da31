import type { Places } from './demo-places.ts';
import { type DemoProducer, createDemoProducers, createTenderProducer } from './demo-producers.ts';
import { type DemoSupplier, createDemoSuppliers, createTenderBidders } from './demo-suppliers.ts';

/**
 * All people of the demo but its administrator. None of them exists: names, documents and phones
 * are made up.
 */
export type DemoPeople = {
  producers: DemoProducer[];
  suppliers: DemoSupplier[];
  tender_producer: DemoProducer;
  /** Bidder n of the tender's bids is at index n − 1. */
  tender_bidders: DemoSupplier[];
};

export const demoAdmin = {
  name: 'Administração Demonstração',
  email: 'admin@demo.lavra.example',
} as const;
export const demoConsultant = {
  name: 'Consultoria Demonstração',
  email: 'consultor@demo.lavra.example',
} as const;

/** Returns the same people every time: nothing in here is random. */
export function createDemoPeople(places: Places): DemoPeople {
  return {
    producers: createDemoProducers(places),
    suppliers: createDemoSuppliers(places),
    tender_producer: createTenderProducer(places),
    tender_bidders: createTenderBidders(places),
  };
}

/** Returns a person's address. Throws where the demo has no person of that number. */
export function emailOf(person: { email: string } | undefined): string {
  if (person === undefined) throw new Error('the demo has no person of that number');
  return person.email;
}
