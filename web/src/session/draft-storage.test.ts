import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDraftStorage, VISITOR } from './draft-storage.ts';

/** A browser's storage with room for some characters in each value. */
function storageWithRoom(room: number): Storage {
  const values: Record<string, string> = {};
  // Its names are its own properties, as in a browser; the rest is not enumerable.
  return Object.defineProperties(values, {
    getItem: { value: (name: string) => values[name] ?? null },
    removeItem: { value: (name: string) => delete values[name] },
    setItem: {
      value: (name: string, value: string) => {
        if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
        values[name] = value;
      },
    },
  }) as unknown as Storage;
}

it('the draft storage keeps the drafts of each person apart, until they are removed', () => {
  const drafts = createDraftStorage('producer', storageWithRoom(100), () => false);
  drafts.save(1, 'perfil', { name: 'Ana' });
  drafts.save(2, 'perfil', { name: 'Bia' });
  drafts.remove(1, 'perfil');
  assert.deepEqual(
    [drafts.find(1, 'perfil'), drafts.find(2, 'perfil')],
    [undefined, { name: 'Bia' }],
  );
  drafts.removeAll();
  assert.equal(drafts.find(2, 'perfil'), undefined);
});

it('erasing drafts erases those of every portal, and nothing else', () => {
  const storage = storageWithRoom(100);
  const [producer, admin] = ['producer', 'admin'].map((portal) =>
    createDraftStorage(portal, storage, () => false),
  );
  producer?.save(1, 'perfil', 'of a producer');
  admin?.save(2, 'usuario-1', 'of an administrator');
  storage.setItem('lavra.admin.session', 'token');
  producer?.removeAll();
  assert.deepEqual(Object.keys(storage), ['lavra.admin.session']);
});

it('the draft storage keeps what it had where there is no room, without an error', () => {
  const drafts = createDraftStorage('producer', storageWithRoom(20), () => false);
  drafts.save(1, 'perfil', 'short');
  drafts.save(1, 'perfil', 'much longer than there is room');
  assert.equal(drafts.find(1, 'perfil'), 'short');
});

it('the draft storage stores nothing of who has erased all drafts, but of the next visitor', () => {
  const drafts = createDraftStorage('producer', storageWithRoom(100), () => true);
  drafts.save(1, 'perfil', 'answered late');
  drafts.save(VISITOR, 'cadastro', 'of the next');
  assert.deepEqual(
    [drafts.find(1, 'perfil'), drafts.find(VISITOR, 'cadastro')],
    [undefined, 'of the next'],
  );
});
