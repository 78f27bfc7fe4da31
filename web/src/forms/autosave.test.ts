import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import {
  createAutosave,
  startOf,
  type Base,
  type DraftFormat,
  type LocalDraft,
  type SaveState,
} from './autosave.ts';

// A draft is a list of words; the service stores all that are not empty.

interface Stored extends Base {
  readonly words: readonly string[];
}
type Words = readonly string[];

const whole = (words: Words): Words => words.filter((word) => word !== '');
const format: DraftFormat<Words, Stored> = {
  read: (stored) => stored?.words ?? [],
  isStored: (words, stored) => whole(words).join() === (stored?.words ?? []).join(),
  isComplete: (words) => !words.includes(''),
};

type Network = 'up' | 'loses responses' | 'down';

/** Returns a service that holds one draft, and whose responses may be lost. */
function createService() {
  let stored: Stored | undefined;
  let network: Network = 'up';
  const sent: Words[] = [];
  const store = (words: Words): Stored => {
    stored = { uuid: 'a', version: (stored?.version ?? 0) + 1, words: whole(words) };
    return stored;
  };
  return {
    sent,
    store,
    stored: () => stored,
    setNetwork: (next: Network) => {
      network = next;
    },
    find: async () => {
      if (network === 'down') throw new NoAnswer();
      return stored;
    },
    send: async (words: Words, base: Base | undefined) => {
      if (network === 'down') throw new NoAnswer();
      if (words.includes('refused'))
        throw new ApiError(422, { error: 'Confira.', errors: { words: ['Que palavra é esta?'] } });
      if (base !== undefined && base.version !== stored?.version)
        throw new ApiError(409, { code: 'stale_version' });
      sent.push(words);
      store(words);
      if (network === 'loses responses') throw new NoAnswer();
      assert.ok(stored);
      return stored;
    },
  };
}

/** Returns an editor of the service's draft, opened with what an earlier one left on the device. */
function openEditor(service = createService(), local?: LocalDraft<Words>) {
  const states: SaveState<Stored>[] = [];
  let kept = local;
  const { promise: saved, resolve } = Promise.withResolvers<void>();
  const start = startOf(service.stored(), local, format);
  const saver = createAutosave({
    ...format,
    start,
    send: service.send,
    find: service.find,
    problemOf: (words) => (words.includes('?') ? 'Corrija um campo.' : undefined),
    keep: (unsaved) => {
      kept = unsaved;
    },
    onState: (state) => {
      states.push(state);
      if (state.kind === 'saved') resolve();
    },
    onStored: () => undefined,
    pause: 1,
  });
  return {
    service,
    saver,
    start,
    saved,
    kept: () => kept,
    state: () => states.at(-1) ?? start.state,
  };
}

describe('autosave', () => {
  it('creates the draft once, then changes it by its version, with the latest input', async () => {
    const { service, saver, state, kept } = openEditor();
    saver.change(['a']);
    const first = saver.flush();
    saver.change(['b']);
    saver.change(['c']);
    assert.equal(await first, true);
    assert.deepEqual(service.sent, [['a'], ['c']]);
    assert.deepEqual([state(), kept()], [{ kind: 'saved' }, undefined]);
    assert.deepEqual(saver.base(), { uuid: 'a', version: 2 });
  });

  it('saves by itself a moment after the last change', async () => {
    const { service, saver, state, saved } = openEditor();
    saver.change(['a']);
    assert.equal(state().kind, 'waiting');
    await saved;
    assert.deepEqual(service.sent, [['a']]);
  });

  it('sends one request at a time', async () => {
    const { service, saver } = openEditor();
    saver.change(['a']);
    assert.deepEqual(await Promise.all([saver.flush(), saver.flush(), saver.flush()]), [
      true,
      true,
      true,
    ]);
    assert.equal(service.sent.length, 1);
  });

  it('keeps input on the device while there is no connection, and sends it later', async () => {
    const { service, saver, state, kept } = openEditor();
    service.setNetwork('down');
    saver.change(['a']);
    assert.equal(await saver.flush(), false);
    assert.deepEqual([state().kind, kept()], ['offline', { draft: ['a'], base: undefined }]);
    saver.change(['b']);
    assert.equal(state().kind, 'offline');
    service.setNetwork('up');
    assert.equal(await saver.flush(), true);
    assert.deepEqual([service.stored()?.words, kept()], [['b'], undefined]);
  });

  it('recognises its own work when only the response was lost', async () => {
    const { service, saver, state } = openEditor();
    for (const [version, word] of ['a', 'b'].entries()) {
      service.setNetwork('loses responses');
      saver.change([word]);
      assert.equal(await saver.flush(), false);
      service.setNetwork('up');
      assert.equal(await saver.flush(), true);
      assert.deepEqual([service.stored()?.version, state().kind], [version + 1, 'saved']);
    }
  });

  it('keeps on the device what the service cannot store yet', async () => {
    const { service, saver, state, kept } = openEditor();
    saver.change(['a', '']);
    assert.equal(await saver.flush(), true);
    assert.deepEqual(service.stored()?.words, ['a']);
    assert.deepEqual(
      [state().kind, kept()],
      ['saved', { draft: ['a', ''], base: { uuid: 'a', version: 1 } }],
    );
  });

  it('says what has to be corrected, before it sends or when the service refuses', async () => {
    const { service, saver, state } = openEditor();
    for (const [word, sentence] of [
      ['?', 'Corrija um campo.'],
      ['refused', 'Que palavra é esta?'],
    ] as const) {
      saver.change([word]);
      assert.equal(await saver.flush(), false);
      assert.deepEqual(state(), { kind: 'refused', sentence });
    }
    assert.equal(service.stored(), undefined);
  });
});

describe('a draft that changed elsewhere', () => {
  it('is not overwritten: the person chooses between both versions', async () => {
    const { service, saver, state } = openEditor();
    saver.change(['a']);
    await saver.flush();
    const theirs = service.store(['theirs']);
    saver.change(['mine']);
    assert.equal(await saver.flush(), false);
    assert.deepEqual(state(), { kind: 'conflict', theirs });
    saver.adopt(theirs, ['mine']);
    assert.equal(await saver.flush(), true);
    assert.deepEqual(service.stored(), { uuid: 'a', version: 3, words: ['mine'] });
  });

  it('is found also before the first save', async () => {
    const { service, saver, state } = openEditor();
    service.store(['theirs']);
    saver.change(['mine']);
    assert.equal(await saver.flush(), false);
    assert.equal(state().kind, 'conflict');
  });

  it('is not overwritten by what is typed before the choice, which the device keeps', async () => {
    const { service, saver, state, kept } = openEditor();
    const theirs = service.store(['theirs']);
    saver.change(['mine']);
    await saver.flush();
    saver.change(['more']);
    assert.deepEqual(state(), { kind: 'conflict', theirs });
    service.setNetwork('down'); // a request would end the conflict
    assert.equal(await saver.flush(), false);
    assert.deepEqual(state(), { kind: 'conflict', theirs });
    assert.deepEqual([service.stored(), kept()?.draft], [theirs, ['more']]);
    saver.adopt(theirs);
    assert.equal(await saver.flush(), true);
    assert.deepEqual(
      [service.stored(), state(), kept()],
      [theirs, { kind: 'unchanged' }, undefined],
    );
  });
});

describe('an editor that opens', () => {
  const base = { uuid: 'a', version: 1 };
  const withStored = (words: Words) => {
    const service = createService();
    service.store(words);
    return service;
  };

  it('shows what is stored, or nothing', () => {
    assert.deepEqual(openEditor(withStored(['a'])).start.draft, ['a']);
    const { draft, isUnsaved, isRestored } = openEditor().start;
    assert.deepEqual([draft, isUnsaved, isRestored], [[], false, false]);
  });

  it('restores what the device kept, and saves it', async () => {
    const local = { draft: ['b'], base };
    const { saver, service, start } = openEditor(withStored(['a']), local);
    assert.deepEqual([start.draft, start.isRestored], [['b'], true]);
    saver.resume();
    assert.equal(await saver.flush(), true);
    assert.deepEqual(service.stored(), { uuid: 'a', version: 2, words: ['b'] });
  });

  it('drops what the device kept where the service has it, as after a lost response', async () => {
    const local = { draft: ['a'], base: undefined };
    const { saver, service, start, kept } = openEditor(withStored(['a']), local);
    saver.resume();
    assert.equal(await saver.flush(), true);
    assert.deepEqual([start.isRestored, service.sent, kept()], [false, [], undefined]);
  });

  it('restores what the service could not store, also when the response was lost', () => {
    const local = { draft: ['a', ''], base: undefined };
    const { start } = openEditor(withStored(['a']), local);
    assert.deepEqual([start.draft, start.base, start.state.kind], [['a', ''], base, 'waiting']);
  });

  it('asks when both changed, and saves nothing before the choice', async () => {
    const local = { draft: ['b'], base: { uuid: 'a', version: 0 } };
    const { saver, service, state, kept } = openEditor(withStored(['a']), local);
    saver.resume();
    assert.equal(await saver.flush(), false);
    assert.deepEqual([state().kind, kept(), service.sent], ['conflict', local, []]);
  });
});
