import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../api/api-error.ts';
import {
  autosaveStories,
  createService,
  openEditor,
  type AutosaveUse,
} from './autosave.fixture.ts';
import type { Base, LocalDraft } from './autosave.ts';

// A draft is a list of words; the service stores all that are not empty.

interface Stored extends Base {
  readonly words: readonly string[];
}
type Words = readonly string[];

const whole = (words: Words): Words => words.filter((word) => word !== '');
const words: AutosaveUse<Words, Stored> = {
  format: {
    read: (stored) => stored?.words ?? [],
    isStored: (draft, stored) => whole(draft).join() === (stored?.words ?? []).join(),
    isComplete: (draft) => !draft.includes(''),
  },
  stored: (draft, version) => ({ ...version, words: whole(draft) }),
  problemOf: (draft) => (draft.includes('?') ? 'Corrija um campo.' : undefined),
  judge: (draft) => {
    if (draft.includes('refused'))
      throw new ApiError(422, { error: 'Confira.', errors: { words: ['Que palavra é esta?'] } });
  },
};
const createWords = () => createService(words);
const openWords = (service = createWords(), local?: LocalDraft<Words>) =>
  openEditor(words, service, local);

autosaveStories('a list of words', words, { mine: ['mine'], more: ['more'], theirs: ['theirs'] });

describe('autosave', () => {
  it('saves by itself a moment after the last change', async () => {
    const { service, saver, state, saved } = openWords();
    saver.change(['a']);
    assert.equal(state().kind, 'waiting');
    await saved;
    assert.deepEqual(service.sent, [['a']]);
  });

  it('sends one request at a time', async () => {
    const { service, saver } = openWords();
    saver.change(['a']);
    assert.deepEqual(await Promise.all([saver.flush(), saver.flush(), saver.flush()]), [
      true,
      true,
      true,
    ]);
    assert.equal(service.sent.length, 1);
  });

  it('keeps input on the device while there is no connection, and sends it later', async () => {
    const { service, saver, state, kept } = openWords();
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

  for (const [when, before] of [
    ['created', []],
    ['changed', ['first']],
  ] as const)
    it(`follows a save whose response was lost, when the draft was ${when} by it`, async () => {
      const { service, saver, state, kept } = openWords();
      if (before.length > 0) saver.change(before);
      await saver.flush();
      service.setNetwork('loses responses');
      saver.change(['a']);
      assert.equal(await saver.flush(), false);
      service.setNetwork('up');
      saver.change(['a', 'b']);
      assert.equal(await saver.flush(), true);
      assert.deepEqual(
        [service.stored()?.words, state().kind, kept()],
        [['a', 'b'], 'saved', undefined],
      );
    });

  it('keeps on the device what the service cannot store yet', async () => {
    const { service, saver, state, kept } = openWords();
    saver.change(['a', '']);
    assert.equal(await saver.flush(), true);
    assert.deepEqual(service.stored()?.words, ['a']);
    assert.deepEqual(
      [state().kind, kept()],
      ['saved', { draft: ['a', ''], base: { uuid: 'a', version: 1 } }],
    );
  });

  it('says what has to be corrected, before it sends or when the service refuses', async () => {
    const { service, saver, state } = openWords();
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
  it('is found also before the first save', async () => {
    const { service, saver, state } = openWords();
    service.store(['theirs']);
    saver.change(['mine']);
    assert.equal(await saver.flush(), false);
    assert.equal(state().kind, 'conflict');
  });

  it('is not overwritten by what is typed before the choice, which the device keeps', async () => {
    const { service, saver, state, kept } = openWords();
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
    const service = createWords();
    service.store(words);
    return service;
  };

  it('shows what is stored, or nothing', () => {
    assert.deepEqual(openWords(withStored(['a'])).start.draft, ['a']);
    const { draft, isUnsaved, isRestored } = openWords().start;
    assert.deepEqual([draft, isUnsaved, isRestored], [[], false, false]);
  });

  it('drops what the device kept where the service has it, as after a lost response', async () => {
    const local = { draft: ['a'], base: undefined };
    const { saver, service, start, kept } = openWords(withStored(['a']), local);
    saver.resume();
    assert.equal(await saver.flush(), true);
    assert.deepEqual([start.isRestored, service.sent, kept()], [false, [], undefined]);
  });

  it('restores what the service could not store, also when the response was lost', () => {
    const local = { draft: ['a', ''], base: undefined };
    const { start } = openWords(withStored(['a']), local);
    assert.deepEqual([start.draft, start.base, start.state.kind], [['a', ''], base, 'waiting']);
  });
});
