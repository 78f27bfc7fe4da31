import type { UseMutationResult } from '@tanstack/react-query';
import { isUncertain } from '../api/api-error.ts';

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
