import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from './endpoints.ts';
import { topics } from './kit/topics.ts';

const readBy = (topic: string) =>
  endpoints.filter(({ reads = [] }) => reads.some((t) => t === topic));
const outdatedBy = (topic: string) =>
  endpoints.filter(({ outdates = [] }) => outdates.some((t) => t === topic));

describe('the topics of endpoints', () => {
  it('are stated by every change: what it outdates, or that it outdates nothing', () => {
    assert.deepEqual(
      endpoints
        .filter(({ method, outdates }) => method !== 'GET' && outdates === undefined)
        .map(({ id }) => id),
      [],
    );
  });

  it('are each read by an endpoint and outdated by another', () => {
    for (const topic of topics) {
      assert.ok(readBy(topic).length > 0, `${topic} is read nowhere`);
      assert.ok(outdatedBy(topic).length > 0, `${topic} is outdated by nothing`);
    }
  });

  it('have a change read all that shows what it changes again', () => {
    const proposals = ['listReceivedProposals', 'getProposal', 'compareOrderProposals'];
    const admin = ['listAdminProposals', 'getAdminProposal', 'compareAdminProposals'];
    const lists = ['listSupplierOrders', 'listFavoriteOrders', 'listDeclinedOrders'];
    for (const [change, ...reads] of [
      // Proposals show the order's status and deadline, and the state of what was bought.
      ['closeOrder', ...proposals],
      ['cancelOrder', ...proposals],
      ['extendOrderDeadline', ...proposals],
      ['finalizeOrder', ...proposals, 'listProducerPurchases', 'getOrderAward'],
      ['acceptProposal', ...proposals, 'listProducerPurchases', 'getOrderAward'],
      ['suspendOrder', ...admin],
      ['resumeOrder', ...admin],
      ['revokeOrder', ...admin, 'listAdminPurchases', 'getAdminPurchase'],
      // Orders show the supplier's own proposal, and producers how many are new.
      ['submitProposal', ...lists],
      ['cancelProposal', ...lists],
      ['reviewProposal', 'listProducerOrders', 'getProducerOrder'],
    ]) {
      const { outdates = [] } = endpoints.find(({ id }) => id === change) ?? assert.fail(change);
      for (const read of reads)
        assert.ok(
          outdates.some((topic) => readBy(topic).some(({ id }) => id === read)),
          `${change} leaves ${read} as it is`,
        );
    }
  });

  it('are stated once in each list', () => {
    for (const { id, reads = [], outdates = [] } of endpoints) {
      assert.equal(new Set(reads).size, reads.length, id);
      assert.equal(new Set(outdates).size, outdates.length, id);
    }
  });
});
