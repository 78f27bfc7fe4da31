import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readEvents, type StreamEvent } from './event-stream.ts';

async function eventsOf(text: string, size: number): Promise<StreamEvent[]> {
  const bytes = new TextEncoder().encode(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const events: StreamEvent[] = [];
  for await (const event of readEvents(pieces())) events.push(event);
  return events;
}

it('the reader decodes events however the bytes are split, even within a character', async () => {
  const text =
    'retry: 3000\nid: 7\n\n: keep alive\n\nid: 8\nevent: notification\ndata: {"title":"Cotação"}\n\nevent: reload\ndata:\n\n';
  const expected = [
    { id: '7', event: 'position', data: '' },
    { id: '8', event: 'notification', data: '{"title":"Cotação"}' },
    { id: '8', event: 'reload', data: '' },
  ];
  for (const size of [1, 2, 7, 1000])
    assert.deepEqual(await eventsOf(text, size), expected, `pieces of ${size}`);
});

it('the reader joins data of several lines, and waits for the end of an event', async () => {
  assert.deepEqual(await eventsOf('data: a\r\ndata: b\r\n\r\ndata: cut of', 3), [
    { id: '', event: 'message', data: 'a\nb' },
  ]);
});
