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

  it('are stated once in each list', () => {
    for (const { id, reads = [], outdates = [] } of endpoints) {
      assert.equal(new Set(reads).size, reads.length, id);
      assert.equal(new Set(outdates).size, outdates.length, id);
    }
  });
});
