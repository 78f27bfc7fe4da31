import { useEffect, useRef, useState } from 'react';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { ApiError, isPassing } from '../../api/api-error.ts';
import { keyOf } from '../../data/use-api.ts';
import { usePortal, useConnectivity } from '../../runtime/context.tsx';
import { bodyOf, leftBehind, readDraft, type DraftValues } from './draft-values.ts';
import { useLocalDraft, type LocalDraft } from './local-draft.ts';

const QUIET = 1_500;

export type Saving =
  | {
      readonly state: 'saved';
      readonly at: Date | undefined;
      readonly leftBehind: string | undefined;
    }
  | { readonly state: 'waiting' }
  | { readonly state: 'saving' }
  | { readonly state: 'on_device' }
  | { readonly state: 'refused'; readonly sentence: string }
  | { readonly state: 'conflict'; readonly stored: ProducerOrder };

/**
 * A draft being edited: every change is stored on the device at once, and on the service a moment
 * later.
 */
export interface Draft {
  readonly values: DraftValues;
  readonly saving: Saving;
  readonly version: number;
  readonly change: (
    part: Partial<DraftValues> | ((values: DraftValues) => Partial<DraftValues>),
  ) => void;
  /** Stores all unsaved changes; resolves to true when nothing is left to store. */
  readonly flush: () => Promise<boolean>;
  /** Resolves a conflict with this device's values, or with the stored ones. */
  readonly settle: (whose: 'device' | 'stored') => void;
}

interface DraftStart {
  readonly order: string;
  readonly values: DraftValues;
  readonly version: number;
  readonly saving: Saving;
  readonly isDirty: boolean;
}

/**
 * Returns the initial state of an editor: the stored draft, or this device's unsaved changes to it.
 */
export function startOf(
  stored: ProducerOrder | undefined,
  local: LocalDraft | undefined,
  order: string,
): DraftStart | undefined {
  if (stored === undefined)
    return local === undefined
      ? undefined
      : { order, ...local, saving: { state: 'on_device' }, isDirty: true };
  if (local === undefined)
    return {
      order,
      values: readDraft(stored),
      version: stored.version,
      saving: { state: 'saved', at: undefined, leftBehind: undefined },
      isDirty: false,
    };
  if (local.version === stored.version)
    return { order, ...local, saving: { state: 'waiting' }, isDirty: true };
  return { order, ...local, saving: { state: 'conflict', stored }, isDirty: true };
}

/**
 * Saves a draft: one request at a time, always with the newest values, based on the last version
 * returned (If-Match).
 */
export function useDraft(start: DraftStart): Draft {
  const { api, invalidateAfter, queries } = usePortal();
  const local = useLocalDraft(start.order);
  const isOnline = useConnectivity() === 'online';
  const [values, draw] = useState(start.values);
  const [saving, setSaving] = useState<Saving>(start.saving);
  const now = useRef({
    values: start.values,
    version: start.version,
    isDirty: start.isDirty,
    conflict: start.saving.state === 'conflict' ? start.saving.stored : undefined,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);

  const stored = (order: ProducerOrder, saved: DraftValues): void => {
    now.current.version = order.version;
    queries.setQueryData(keyOf('getProducerOrder', { params: { order: start.order } }), order);
    void invalidateAfter('updateOrder');
    if (now.current.isDirty)
      return local.save({ values: now.current.values, version: order.version });
    const rest = leftBehind(saved);
    if (rest === undefined) local.remove();
    else local.save({ values: saved, version: order.version });
    setSaving({ state: 'saved', at: new Date(), leftBehind: rest });
  };
  const failed = async (error: unknown): Promise<void> => {
    now.current.isDirty = true;
    if (error instanceof ApiError && error.status === 409) {
      const order = await api.call('getProducerOrder', { params: { order: start.order } });
      now.current.conflict = order;
      return setSaving({ state: 'conflict', stored: order });
    }
    setSaving(
      isPassing(error) || !(error instanceof ApiError)
        ? { state: 'on_device' }
        : { state: 'refused', sentence: sentenceOf(error) },
    );
  };
  const saveOnce = async (): Promise<boolean> => {
    const saved = now.current.values;
    now.current.isDirty = false;
    setSaving({ state: 'saving' });
    try {
      stored(
        await api.call('updateOrder', {
          params: { order: start.order },
          body: bodyOf(saved),
          ifMatch: now.current.version,
        }),
        saved,
      );
      return true;
    } catch (error) {
      // Loading the other version may fail, too; the values are stored on the device either way.
      await failed(error).catch(() => setSaving({ state: 'on_device' }));
      return false;
    }
  };
  const saveAll = async (): Promise<boolean> => {
    while (now.current.isDirty && now.current.conflict === undefined)
      if (!(await saveOnce())) return false;
    return now.current.conflict === undefined;
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current ??= saveAll().finally(() => {
      running.current = undefined;
    });
    return running.current;
  };
  const later = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void flush();
    }, QUIET);
  };

  useEffect(() => {
    if (isOnline && now.current.isDirty) later();
  }, [isOnline]);
  useEffect(
    () => () => {
      void flush();
    },
    [],
  ); // leaving the page stores at once
  return {
    values,
    saving,
    version: now.current.version,
    flush,
    change: (part) => {
      const next = {
        ...now.current.values,
        ...(typeof part === 'function' ? part(now.current.values) : part),
      };
      Object.assign(now.current, { values: next, isDirty: true });
      draw(next);
      local.save({ values: next, version: now.current.version });
      if (now.current.conflict === undefined)
        setSaving((known) => (known.state === 'on_device' ? known : { state: 'waiting' }));
      later();
    },
    settle: (whose) => {
      const { conflict } = now.current;
      if (conflict === undefined) return;
      const next = whose === 'stored' ? readDraft(conflict) : now.current.values;
      now.current = {
        values: next,
        version: conflict.version,
        isDirty: whose === 'device',
        conflict: undefined,
      };
      draw(next);
      if (whose === 'stored') {
        local.remove();
        setSaving({ state: 'saved', at: undefined, leftBehind: undefined });
        return;
      }
      local.save({ values: next, version: conflict.version });
      setSaving({ state: 'waiting' });
      later();
    },
  };
}

function sentenceOf({ message, errors }: ApiError): string {
  const first = Object.values(errors)[0]?.[0];
  return first ?? message;
}
