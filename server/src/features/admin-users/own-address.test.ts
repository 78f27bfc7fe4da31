import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { linkCalls, tokenTo } from '../accounts/account-links.fixture.ts';
import { adminForm, assertFields, PASSWORD, someEmail, userCalls } from './admin-users.fixture.ts';
import { buildAdmin, someCpf } from '../../../test/people.ts';

const service = await startService();
const { create, change, read, logIn } = userCalls(service);
const { forgot, reset } = linkCalls(service);

it("an administrator's own e-mail cannot be changed with a token alone, not even through the user form", async () => {
  const master = (
    await create(
      await buildAdmin(service),
      adminForm({ admin_role: 'master', email_verified: true }),
    )
  ).body;
  const stolen = { token: String((await logIn(master.email, 'admin')).body['token']) };
  const own = await service.call('PUT', '/api/v1/user/profile', {
    ...stolen,
    body: { email: someEmail() },
  });
  assert.equal(own.status, 422, 'the profile asks for the password');

  const evil = someEmail();
  const moved = await change(stolen, master.id, { email: evil, email_verified: true });
  await forgot(evil);
  const taken =
    moved.status === 200 ? await reset(await tokenTo(service, evil, 'password_reset')) : undefined;
  assert.deepEqual(
    [moved.status, taken?.status],
    [422, undefined],
    "and so does the form for users, of one's own account",
  );
  assert.equal(
    (
      await service.call('POST', '/api/v1/login', {
        body: { email: master.email, password: PASSWORD, user_type: 'admin' },
      })
    ).status,
    200,
  );
});

it("an administrator's document is changed only by another administrator", async () => {
  const [first, number, another] = [await buildAdmin(service), someCpf(), someCpf()];
  const master = (
    await create(
      first,
      adminForm({ admin_role: 'master', document_type: 'cpf', document_number: number }),
    )
  ).body;
  const own = { token: String((await logIn(master.email, 'admin')).body['token']) };
  assertFields(await change(own, master.id, { document_number: another }), 'document_number');
  assertFields(
    await change(own, master.id, {
      document_type: 'cpf',
      document_number: another,
      email: someEmail(),
    }),
    'document_number',
    'email',
  );
  assert.equal((await read(own, master.id)).body.document_number, number);

  const punctuated = number.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  const kept = await change(own, master.id, {
    name: 'Mesa nova',
    document_type: 'cpf',
    document_number: punctuated,
    email: master.email.toUpperCase(),
  });
  assert.deepEqual(
    [kept.status, kept.body.name],
    [200, 'Mesa nova'],
    'the form as it was read, with another name',
  );
  assert.equal(
    (await change(first, master.id, { document_number: another })).body.document_number,
    another,
  );
});

it('an administrator without a document gets one from another administrator', async () => {
  const [master, other] = [await buildAdmin(service), await buildAdmin(service)];
  const form = { document_type: 'cpf', document_number: someCpf() };
  assertFields(await change(master, master.userId, form), 'document_number');
  assert.equal((await change(other, master.userId, form)).status, 200);
});
