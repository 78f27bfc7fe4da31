import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { linkCalls, tokenTo } from './account-links.fixture.ts';
import { logIn, PASSWORD, producerBody, register, someEmail } from './accounts.fixture.ts';

const service = await startService();
const { verify, resend } = linkCalls(service);

it('a pending change of e-mail is cancelled when an administrator sets a password', async () => {
  const person = await register(service, producerBody());
  await verify(await tokenTo(service, person.email));
  const wanted = someEmail();
  assert.equal(
    (
      await service.call('PUT', '/api/v1/user/profile', {
        token: person.token,
        body: { email: wanted, current_password: PASSWORD },
      })
    ).status,
    200,
  );
  const { token } = await buildAdmin(service);
  const { uuid } = await service.db.q
    .selectFrom('producers')
    .select('uuid')
    .where('user_id', '=', person.user.id)
    .executeTakeFirstOrThrow();
  const { status, body } = await service.call('PUT', `/api/v1/admin/producers/${uuid}`, {
    token,
    body: { password: 'Socorro2027', password_confirmation: 'Socorro2027' },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const entered = (await logIn(service, { email: person.email, password: 'Socorro2027' })).body;
  const sentAgain = await resend(entered.token);
  assert.deepEqual(
    [entered.user.pending_email, sentAgain.status],
    [null, 422],
    'and is not sent another link',
  );
});
