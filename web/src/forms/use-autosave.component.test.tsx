import { act, renderHook, waitFor } from '@testing-library/react';
import { assert, describe, expect, it, vi } from 'vitest';
import { inPortal, signedInPortal } from '../../test/portal.tsx';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import type { Portal } from '../runtime/portal.ts';
import { startOf, type Base, type LocalDraft } from './autosave.ts';
import { useAutosave, useLocalDraft } from './use-autosave.ts';

interface Note extends Base {
  readonly text: string;
}
const format = {
  read: (stored: Note | undefined): string => stored?.text ?? '',
  isStored: (draft: string, stored: Note | undefined): boolean => draft === (stored?.text ?? ''),
};

/** A service that keeps one note; `isUp` says whether a request reaches it. */
function createNotes(text: string) {
  const notes = {
    isUp: true,
    stored: { uuid: 'a', version: 1, text },
    write: (next: string): Note =>
      (notes.stored = { uuid: 'a', version: notes.stored.version + 1, text: next }),
    find: async (): Promise<Note> => {
      if (!notes.isUp) throw new NoAnswer();
      return notes.stored;
    },
    send: async (draft: string, base: Base | undefined): Promise<Note> => {
      if (!notes.isUp) throw new NoAnswer();
      if (base?.version !== notes.stored.version)
        throw new ApiError(409, { code: 'stale_version' });
      return notes.write(draft);
    },
  };
  return notes;
}

/** Opens the note in an editor of this device. */
function open(
  portal: Portal,
  notes: ReturnType<typeof createNotes>,
  { onLeft = vi.fn(), onStored = vi.fn() } = {},
) {
  const seen = notes.stored;
  const hook = renderHook(
    () => {
      const local = useLocalDraft<string>('note');
      const start = startOf(seen, local.find(), format);
      if (start === undefined) throw new Error('the note cannot be opened');
      return useAutosave({
        ...format,
        start,
        local,
        onLeft,
        onStored,
        send: notes.send,
        find: notes.find,
      });
    },
    { wrapper: inPortal(portal) },
  );
  const type = (text: string): void => act(() => hook.result.current.change(() => text));
  const save = (): Promise<boolean> => act(() => hook.result.current.flush());
  const kept = (): LocalDraft<string> | undefined =>
    portal.drafts.find(7, 'note') as LocalDraft<string> | undefined; // as the hook keeps it
  return { ...hook, onLeft, type, save, kept, state: () => hook.result.current.state };
}

describe('an editor that saves by itself', () => {
  it('keeps what is typed on the device until the service has it', async () => {
    const [portal, notes] = [signedInPortal({}), createNotes('')];
    const { type, save, kept, state } = open(portal, notes);
    type('Ureia');
    expect([state().kind, kept()?.draft]).toEqual(['waiting', 'Ureia']);
    expect(await save()).toBe(true);
    expect([state().kind, kept(), notes.stored.text]).toEqual(['saved', undefined, 'Ureia']);
  });

  it('sends when the connection is back what it could not send before', async () => {
    const [portal, notes] = [signedInPortal({}), createNotes('')];
    const { type, save, kept, state } = open(portal, notes);
    notes.isUp = false;
    type('Ureia');
    expect(await save()).toBe(false);
    expect([state().kind, kept()?.draft]).toEqual(['offline', 'Ureia']);
    notes.isUp = true;
    act(() => portal.connectivity.report('maintenance'));
    act(() => portal.connectivity.report('answered'));
    await waitFor(() => expect(state().kind).toBe('saved'));
    expect([kept(), notes.stored.text]).toEqual([undefined, 'Ureia']);
  });

  it('offers both versions where the draft changed elsewhere, and takes the chosen one', async () => {
    for (const choice of ['take', 'keepMine'] as const) {
      const [portal, notes] = [signedInPortal({}), createNotes('')];
      const { type, save, result, state, unmount } = open(portal, notes);
      const theirs = notes.write('from the phone');
      type('from here');
      expect(await save()).toBe(false);
      expect(state()).toEqual({ kind: 'conflict', theirs });
      act(() => result.current[choice](theirs));
      expect(await save()).toBe(true);
      const text = choice === 'take' ? 'from the phone' : 'from here';
      expect([result.current.draft, notes.stored.text]).toEqual([text, text]);
      unmount();
    }
  });

  it('sends what is pending as the page is left, and reports that', async () => {
    const [portal, notes] = [signedInPortal({}), createNotes('')];
    const { type, unmount, onLeft } = open(portal, notes);
    type('Ureia');
    unmount();
    await waitFor(() => expect(onLeft).toHaveBeenCalled());
    expect(notes.stored.text).toBe('Ureia');
  });

  it('hands over nothing that is answered after another person has signed in', async () => {
    const [portal, notes] = [signedInPortal({}), createNotes('')];
    const onStored = vi.fn();
    const { type, save } = open(portal, notes, { onStored });
    const session = portal.session.get();
    assert(session !== undefined);
    type('Ureia');
    const saved = save();
    act(() => portal.session.set({ ...session, user: { ...session.user, id: 8 } }));
    expect(await saved).toBe(true);
    expect(onStored).not.toHaveBeenCalled();
  });

  it('opens with what an earlier editor left behind, and sends it', async () => {
    const [portal, notes] = [signedInPortal({}), createNotes('')];
    notes.isUp = false;
    const before = open(portal, notes);
    before.type('Ureia');
    before.unmount();
    await waitFor(() => expect(before.onLeft).toHaveBeenCalled());
    notes.isUp = true;
    const after = open(portal, notes);
    expect(after.result.current.draft).toBe('Ureia');
    await waitFor(() => expect(notes.stored.text).toBe('Ureia'));
    expect(after.kept()).toBeUndefined();
  });
});
