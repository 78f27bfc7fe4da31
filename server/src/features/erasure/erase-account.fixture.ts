import assert from 'node:assert/strict';
import { hashPassword } from '../../platform/auth/password.ts';
import type { TestPerson } from '../../../test/people.ts';
import type { TestService } from '../../../test/service.ts';
import { PASSWORD } from './erasure-people.fixture.ts';

const passwordHash = hashPassword(PASSWORD);

/** Erases the account of a person from the builders, giving them a password first. */
export async function eraseAccount(
  service: TestService,
  { userId, token }: TestPerson,
): Promise<void> {
  await service.db.q
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', userId)
    .execute();
  const { status, raw } = await service.call('POST', '/api/v1/user/erase', {
    token,
    body: { password: PASSWORD, confirm: 'APAGAR' },
  });
  assert.equal(status, 200, raw.toString());
}
