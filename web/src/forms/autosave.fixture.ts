import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import {
  createAutosave,
  startOf,
  type Base,
  type DraftFormat,
  type DraftStart,
  type LocalDraft,
  type SaveState,
} from './autosave.ts';

/** One use of the autosave: its format, and what a service stores of its drafts. */
export interface AutosaveUse<Draft, Stored extends Base> {
  readonly format: DraftFormat<Draft, Stored>;
  /** Returns what the service stores of a draft, as this version. */
  readonly stored: (draft: Draft, version: Base) => Stored;
  /** Returns how an editor begins, where it is not by `startOf` alone. */
  readonly startOf?: (
    stored: Stored | undefined,
    local: LocalDraft<Draft> | undefined,
  ) => DraftStart<Draft, Stored> | undefined;
  readonly problemOf?: (draft: Draft) => string | undefined;
  /** Throws the service's refusal of a draft, if it has one. */
  readonly judge?: (draft: Draft) => void;
  /** What the service has before the editor opens; a draft is created by its first save otherwise. */
  readonly opened?: Draft;
}

type Network = 'up' | 'loses responses' | 'down';

/** Returns a service that holds one draft, and whose responses may be lost. */
export function createService<Draft, Stored extends Base>({
  stored: storedAs,
  judge,
  opened,
}: AutosaveUse<Draft, Stored>) {
  let stored: Stored | undefined;
  let network: Network = 'up';
  const sent: Draft[] = [];
  const store = (draft: Draft): Stored => {
    stored = storedAs(draft, { uuid: 'a', version: (stored?.version ?? 0) + 1 });
    return stored;
  };
  if (opened !== undefined) store(opened);
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
    send: async (draft: Draft, base: Base | undefined) => {
      if (network === 'down') throw new NoAnswer();
      judge?.(draft);
      if (base !== undefined && base.version !== stored?.version)
        throw new ApiError(409, { code: 'stale_version' });
      sent.push(draft);
      const next = store(draft);
      if (network === 'loses responses') throw new NoAnswer();
      return next;
    },
  };
}

/** Returns an editor of the service's draft, opened with what an earlier one left on the device. */
export function openEditor<Draft, Stored extends Base>(
  use: AutosaveUse<Draft, Stored>,
  service = createService(use),
  local?: LocalDraft<Draft>,
  /** What the editor reads as it opens: nothing when the service does not answer and no copy is kept. */
  { seen }: { readonly seen: Stored | undefined } = { seen: service.stored() },
) {
  const states: SaveState<Stored>[] = [];
  let kept = local;
  const { promise: saved, resolve } = Promise.withResolvers<void>();
  const start =
    use.startOf === undefined ? startOf(seen, local, use.format) : use.startOf(seen, local);
  assert.ok(start);
  const saver = createAutosave({
    ...use.format,
    start,
    send: service.send,
    find: service.find,
    ...(use.problemOf === undefined ? {} : { problemOf: use.problemOf }),
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

/**
 * The stories of every use of the autosave. The drafts differ from each other, and the
 * service stores all of each.
 */
export function autosaveStories<Draft, Stored extends Base>(
  name: string,
  use: AutosaveUse<Draft, Stored>,
  { mine, more, theirs }: Readonly<Record<'mine' | 'more' | 'theirs', Draft>>,
): void {
  const { isStored } = use.format;
  describe(name, () => {
    it('is saved with the latest input, by the version that the screen knows', async () => {
      const { service, saver, state, kept } = openEditor(use);
      saver.change(mine);
      const first = saver.flush();
      saver.change(theirs);
      saver.change(more);
      assert.equal(await first, true);
      assert.deepEqual(service.sent, [mine, more]);
      assert.deepEqual([state(), kept()], [{ kind: 'saved' }, undefined]);
      assert.equal(saver.base()?.version, service.stored()?.version);
    });

    it('waits on the device while there is no connection, and goes on in the next editor', async () => {
      const before = openEditor(use);
      before.service.setNetwork('down');
      before.saver.change(mine);
      assert.equal(await before.saver.flush(), false);
      assert.equal(before.state().kind, 'offline');
      before.service.setNetwork('up');
      const after = openEditor(use, before.service, before.kept());
      assert.deepEqual([after.start.draft, after.start.isRestored], [mine, true]);
      after.saver.resume();
      assert.equal(await after.saver.flush(), true);
      assert.ok(isStored(mine, after.service.stored()));
      assert.equal(after.kept(), undefined);
    });

    it('is recognised on the service when only the response was lost', async () => {
      const { service, saver, state } = openEditor(use);
      for (const draft of [mine, more]) {
        service.setNetwork('loses responses');
        saver.change(draft);
        assert.equal(await saver.flush(), false);
        service.setNetwork('up');
        assert.equal(await saver.flush(), true);
        assert.equal(state().kind, 'saved');
      }
      assert.deepEqual(service.sent, [mine, more]);
    });

    it('does not overwrite what changed elsewhere: one of both is chosen', async () => {
      for (const choice of ['mine', 'theirs'] as const) {
        const { service, saver, state, kept } = openEditor(use);
        const elsewhere = service.store(theirs);
        saver.change(mine);
        assert.equal(await saver.flush(), false);
        assert.deepEqual(state(), { kind: 'conflict', theirs: elsewhere });
        saver.change(more);
        assert.deepEqual([await saver.flush(), kept()?.draft], [false, more]);
        assert.equal(service.stored(), elsewhere);
        if (choice === 'mine') saver.adopt(elsewhere, more);
        else saver.adopt(elsewhere);
        assert.equal(await saver.flush(), true);
        assert.ok(isStored(choice === 'mine' ? more : theirs, service.stored()));
        assert.equal(kept(), undefined);
      }
    });

    it('asks when an editor opens and both the device and the service have changed', async () => {
      const service = createService(use);
      const base = service.store(theirs);
      const local = { draft: mine, base: { uuid: base.uuid, version: base.version - 1 } };
      const { saver, state, kept } = openEditor(use, service, local);
      saver.resume();
      assert.equal(await saver.flush(), false);
      assert.deepEqual([state().kind, kept(), service.sent], ['conflict', local, []]);
    });

    it('goes on from its own version when it is opened with an older copy, without a network', async () => {
      const service = createService(use);
      const older = service.store(theirs);
      const base = service.store(more);
      for (const draft of [mine, theirs]) {
        const local = { draft, base: { uuid: base.uuid, version: service.stored()?.version ?? 0 } };
        const { start, saver, state } = openEditor(use, service, local, { seen: older });
        assert.deepEqual([start.draft, start.state.kind === 'conflict'], [draft, false]);
        saver.resume();
        assert.equal(await saver.flush(), true);
        assert.deepEqual([state().kind, isStored(draft, service.stored())], ['saved', true]);
      }
    });
  });
}
