import type { EndpointId } from '../endpoint-types.ts';

export type Reads = readonly EndpointId[];

/**
 * The reads that each change makes stale, stated by portal, because a portal holds nothing of the
 * others. A deletion leaves out the read of the deleted record, whose page is still open.
 */
export type StaleReads = Readonly<Partial<Record<EndpointId, Reads>>>;
