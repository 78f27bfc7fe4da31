import type { Message } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeSession } from './session-store.ts';

/** Ends the session that the caller uses. */
export const logout = ({ command }: Platform, caller: Caller): Promise<Message> =>
  command(caller, async (uow) => {
    await closeSession(uow, caller.sessionId);
    return { message: 'Sessão encerrada.' };
  });
