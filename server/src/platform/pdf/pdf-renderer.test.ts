import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  createPdfRenderer,
  PdfBusyError,
  PdfFailedError,
  type PdfRenderer,
} from './pdf-renderer.ts';
import { TEST_KINDS } from './pdf-renderer.fixture.ts';

/** Passes in no test by itself. */
const TIMEOUT_MS = 120_000;

describe('the PDF renderer', () => {
  let renderer: PdfRenderer<typeof TEST_KINDS>;
  const start = (maxQueued = 10): PdfRenderer<typeof TEST_KINDS> =>
    (renderer = createPdfRenderer({ kinds: TEST_KINDS, maxQueued, timeoutMs: TIMEOUT_MS }));
  afterEach(() => renderer.close());

  it('renders on one other thread, in the order of the requests', async () => {
    start();
    const order: string[] = [];
    const texts = ['a', 'b', 'c'].map(async (text) =>
      order.push((await renderer.render('echo', text)).toString()),
    );
    await Promise.all(texts);
    assert.deepEqual(order, ['a', 'b', 'c']);
    const first = (await renderer.render('thread', null)).toString();
    assert.notEqual(first, '0');
    assert.equal((await renderer.render('thread', null)).toString(), first);
  });

  it('refuses a request when too many wait, and accepts the next one afterwards', async () => {
    start(2);
    const waiting = [
      renderer.render('slow', 50),
      renderer.render('echo', '1'),
      renderer.render('echo', '2'),
    ];
    await assert.rejects(renderer.render('echo', '3'), PdfBusyError);
    await Promise.all(waiting);
    assert.equal((await renderer.render('echo', '4')).toString(), '4');
  });

  it('reports why a document could not be rendered, and keeps its thread', async () => {
    start();
    const before = (await renderer.render('thread', null)).toString();
    await assert.rejects(
      renderer.render('broken', null),
      (error) =>
        error instanceof PdfFailedError && error.message.includes('RangeError: not a decimal'),
    );
    await assert.rejects(renderer.render('missing', null), /exports no function renderNothing/);
    await assert.rejects(
      renderer.render('unsendable', () => {}),
      /cannot travel/,
    );
    assert.equal((await renderer.render('thread', null)).toString(), before);
  });

  for (const crash of ['exit', 'late'] as const) {
    it(`survives its thread's death (${crash}): only the current document fails`, async () => {
      start();
      const [lost, next, last] = await Promise.allSettled([
        renderer.render(crash, null),
        renderer.render('echo', 'next'),
        renderer.render('echo', 'last'),
      ]);
      assert.ok(lost.status === 'rejected' && lost.reason instanceof PdfFailedError);
      assert.ok(next.status === 'fulfilled' && next.value.toString() === 'next');
      assert.ok(last.status === 'fulfilled' && last.value.toString() === 'last');
    });
  }

  it('kills a thread that never ends, and continues with a new one', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    start();
    const hung = renderer.render('hang', null);
    const next = renderer.render('echo', 'next');
    mock.timers.tick(4 * TIMEOUT_MS);
    await assert.rejects(hung, /no PDF within 120000 ms/);
    assert.equal((await next).toString(), 'next');
  });

  it('does not end a document for the time that its thread did not work', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    start();
    const waiting = renderer.render('slow', 50);
    mock.timers.tick(TIMEOUT_MS);
    assert.equal((await waiting).toString(), 'slow');
  });

  it('fails unfinished documents when it closes, and accepts no more', async () => {
    start();
    const unfinished = [renderer.render('hang', null), renderer.render('echo', 'next')];
    const outcomes = Promise.allSettled(unfinished);
    await renderer.close();
    for (const outcome of await outcomes)
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof PdfFailedError);
    await assert.rejects(renderer.render('echo', 'late'), PdfFailedError);
  });
});
