import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { linkCalls, tokenTo } from '../accounts/account-links.fixture.ts';
import { adminForm, PASSWORD, someEmail, userCalls } from './admin-users.fixture.ts';
import { buildAdmin } from '../../../test/people.ts';

const service = await startService();
const { create, change, logIn } = userCalls(service);
const { forgot, reset } = linkCalls(service);

it('an administrator\'s own address is not moved by one who holds a token alone, through the form for others either', async () => {
  const master = (await create(await buildAdmin(service), adminForm({ admin_role: 'master', email_verified: true }))).body;
  const stolen = { token: String((await logIn(master.email, 'admin')).body['token']) };
  const own = await service.call('PUT', '/api/v1/user/profile', { ...stolen, body: { email: someEmail() } });
  assert.equal(own.status, 422, 'the profile asks for the password');

  const evil = someEmail();
  const moved = await change(stolen, master.id, { email: evil, email_verified: true });
  await forgot(evil);
  const taken = moved.status === 200 ? await reset(await tokenTo(service, evil, 'password_reset')) : undefined;
  assert.deepEqual([moved.status, taken?.status], [422, undefined], 'and so does the form for users, of one\'s own account');
  assert.equal((await service.call('POST', '/api/v1/login', { body: { email: master.email, password: PASSWORD, user_type: 'admin' } })).status, 200);
});
