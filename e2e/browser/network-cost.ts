import type { CDPSession, Page } from 'playwright-core';

/** The network cost of a part of a visit. */
export interface NetworkCost {
  readonly bytes: number;
  readonly requests: number;
  /** The number of responses that had to be awaited one after the other. */
  readonly roundTrips: number;
}

/** A slow mobile network: 400 kbit/s and 400 ms. */
const SLOW = { bytesPerSecond: 50_000, latencyMs: 400 } as const;

/**
 * A network on which each round trip takes far longer than what the browser computes between two:
 * requests that do not wait for each other begin within one, however busy this machine is.
 */
const COUNTING = { bytesPerSecond: -1, latencyMs: 3_000 } as const;

/**
 * Returns the seconds that a cost takes on the slow network, independent of the load of this
 * machine.
 */
export const secondsOnSlowNetwork = ({ bytes, roundTrips }: NetworkCost): number =>
  bytes / SLOW.bytesPerSecond + (roundTrips * SLOW.latencyMs) / 1000;

/** Lets a page load over the slow network. */
export const slowDown = async (page: Page): Promise<void> =>
  emulate(await page.context().newCDPSession(page), SLOW);

const emulate = async (
  devtools: CDPSession,
  { bytesPerSecond, latencyMs }: { readonly bytesPerSecond: number; readonly latencyMs: number },
): Promise<void> => {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
};

interface Request {
  readonly url: string;
  readonly begun: number;
  answered: number;
  bytes: number;
}

/**
 * Measures what each part of a visit needs of the network until it is usable. The event stream and
 * the font do not count, because the page does not wait for them.
 */
export async function countCost(
  page: Page,
): Promise<(visit: () => Promise<void>) => Promise<NetworkCost>> {
  const devtools = await page.context().newCDPSession(page);
  let requests = new Map<string, Request>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (/\/notifications\/stream|\.woff2$/.test(request.url) || request.url.startsWith('data:'))
      return;
    requests.set(requestId, {
      url: request.url,
      begun: timestamp,
      answered: Number.POSITIVE_INFINITY,
      bytes: 0,
    });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    requests.delete(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request !== undefined)
      Object.assign(request, { answered: timestamp, bytes: encodedDataLength });
  });
  await emulate(devtools, COUNTING);
  return async (visit) => {
    requests = new Map();
    await visit();
    const done = [...requests.values()].filter(({ bytes }) => bytes > 0);
    return {
      bytes: done.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: done.length,
      roundTrips: roundTripsOf(done),
    };
  };
}

/**
 * Requests that begin before the first response of a group arrives are counted as one round trip.
 */
function roundTripsOf(requests: readonly Request[]): number {
  let [trips, groupEnds] = [0, Number.NEGATIVE_INFINITY];
  for (const { begun, answered } of requests.toSorted((a, b) => a.begun - b.begun)) {
    if (begun >= groupEnds) [trips, groupEnds] = [trips + 1, answered];
    else groupEnds = Math.min(groupEnds, answered);
  }
  return trips;
}
