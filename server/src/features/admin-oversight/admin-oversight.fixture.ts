import { randomUUIDv7 } from 'node:crypto';
import type { Answer, TestService } from '../../../test/service.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';
import { buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';

/** Returns the calls of an administrator. */
export function adminCalls(service: TestService, token: string) {
  return {
    get: <B = Record<string, unknown>>(path: string): Promise<Answer<B>> =>
      service.call<B>('GET', `/api/v1/admin/${path}`, { token }),
    post: <B = Record<string, unknown>>(
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer<B>> =>
      service.call<B>('POST', `/api/v1/admin/${path}`, { token, body, headers }),
  };
}

/** Asserts that only administrators have access, whether or not the path names anything. */
export async function assertAdminsOnly(
  service: TestService,
  method: 'GET' | 'POST',
  path: string,
): Promise<void> {
  const url = `/api/v1/admin/${path}`;
  assertRefused(await service.call(method, url), 401, 'unauthenticated');
  for (const person of [
    await buildProducer(service),
    await buildSupplier(service),
    await buildConsultant(service),
  ]) {
    assertRefused(await service.call(method, url, { token: person.token }), 403, 'forbidden');
  }
}

/** Returns ids and UUIDs that name nothing. */
export const nothing = (): string[] => ['999999999', randomUUIDv7(), 'COT-2026-000001', '0'];
