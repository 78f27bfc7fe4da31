import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { isTurnedAway, isUncertain, StillUnknown } from '../api/api-error.ts';

type Sending<Input> = Pick<
  UseMutationResult<unknown, Error, Input>,
  'isIdle' | 'error' | 'variables'
>;

/**
 * Returns what was sent, from the moment it is, and also after no reply to it: sent once more by the
 * same key, it is done once. Returns `current` before it is sent, and once it was refused.
 */
export const sentOr = <Input>(
  { isIdle, error, variables }: Sending<Input>,
  current: Input,
): Input => (isIdle || (error !== null && !isUncertain(error)) ? current : (variables ?? current));

/**
 * Returns `send`, where a doubt lasts until an answer ends it: after no reply, a repetition that is
 * turned away before it is looked at fails with `StillUnknown`.
 */
export function useInDoubt<Input, Output>(
  send: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const isInDoubt = useRef(false);
  return async (input) => {
    try {
      return await send(input);
    } catch (error) {
      const isStill = isInDoubt.current && isTurnedAway(error);
      isInDoubt.current = isStill || isUncertain(error);
      throw isStill ? new StillUnknown(error) : error;
    }
  };
}
