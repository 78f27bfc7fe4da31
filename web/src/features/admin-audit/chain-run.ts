import type { AuditVerification } from '@lavra/contract/admin/logs';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/reason-of.ts';
import { usePortal } from '../../runtime/context.tsx';

/** The state of a verification: its progress, or its result. */
export type ChainRun =
  | { readonly at: 'idle' }
  | { readonly at: 'running'; readonly checked: number }
  | { readonly at: 'failed'; readonly text: string }
  | {
      readonly at: 'done';
      readonly checked: number;
      readonly erased: number;
      readonly to: string | null;
      readonly problem: AuditVerification['problem'];
      readonly whole: boolean;
    };

interface Asked {
  readonly after?: string;
  readonly head?: string;
}

/**
 * Verifies the chain, part by part, from a head or from its beginning; each request verifies one
 * part.
 */
export function useChainRun(
  onHeld: (head: string) => void,
): readonly [ChainRun, (asked: Asked) => Promise<void>] {
  const { api } = usePortal();
  const [run, setRun] = useState<ChainRun>({ at: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const verify = async ({ after, head }: Asked): Promise<void> => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    let [checked, erased, from] = [0, 0, after];
    setRun({ at: 'running', checked });
    try {
      for (;;) {
        const part = await api.call('verifyAuditChain', {
          query: {
            ...(from === undefined ? {} : { after: from }),
            ...(head === undefined ? {} : { head }),
          },
          signal: controller.signal,
        });
        checked += part.checked;
        erased += part.erased;
        from = part.verified_to ?? from;
        if (part.complete || part.problem !== null) {
          setRun({
            at: 'done',
            checked,
            erased,
            to: part.verified_to,
            problem: part.problem,
            whole: after === undefined,
          });
          if (part.problem === null && part.verified_to !== null) onHeld(part.verified_to);
          return;
        }
        setRun({ at: 'running', checked });
      }
    } catch (error) {
      if (!controller.signal.aborted) setRun({ at: 'failed', text: messageOf(error) });
    } finally {
      running.current = undefined;
    }
  };
  return [run, verify];
}
