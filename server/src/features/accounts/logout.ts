import type { Message } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeSession } from './session-store.ts';

/** Ends the session that the caller uses. */
export const logout = ({ command }: Platform, request: Request<Caller>): Promise<Message> =>
  command(request, async (uow) => {
    await closeSession(uow, request.caller.sessionId);
    return { message: 'Sessão encerrada.' };
  });
