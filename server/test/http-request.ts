import type { Actor, HttpRequest } from '../src/platform/auth/request.ts';

/** Returns a request that holds no slot, for use cases that a test calls without HTTP. */
export const httpRequestOf = <C extends Actor | undefined>(
  caller: C,
  more: Partial<Pick<HttpRequest, 'id' | 'ip' | 'userAgent' | 'idempotency' | 'isGone'>> = {},
): HttpRequest<C> => ({
  id: 'test',
  ip: '',
  userAgent: null,
  isGone: () => false,
  ...more,
  caller,
  withoutSlot: (work) => work(),
  pause: async () => undefined,
});
