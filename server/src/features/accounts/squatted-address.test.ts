import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { linkCalls, linksTo, tokenTo } from './account-links.fixture.ts';
import { PASSWORD, producerBody, register, someEmail, type Refusal } from './accounts.fixture.ts';

const service = await startService();
const { forgot, verify, undo } = linkCalls(service);

it('an owner can register an address that a stranger typed and left unconfirmed', async () => {
  const theirs = someEmail();
  const squatter = await register(service, producerBody({ email: theirs }));
  const evil = someEmail();
  assert.equal(
    (
      await service.call('PUT', '/api/v1/user/profile', {
        token: squatter.token,
        body: { email: evil, current_password: PASSWORD },
      })
    ).status,
    200,
  );
  assert.equal((await verify(await tokenTo(service, evil))).status, 200);

  // Everything the owner of the address can try.
  const registered = await service.call<Refusal>('POST', '/api/v1/register', {
    body: producerBody({ email: theirs }),
  });
  await forgot(theirs);
  const undone = await undo(await tokenTo(service, theirs, 'email_changed'));
  assert.deepEqual(
    [
      registered.status,
      registered.body.errors ?? null,
      undone.status,
      (await linksTo(service, theirs, 'password_reset')).length,
    ],
    [200, null, 422, 1],
  );
});
