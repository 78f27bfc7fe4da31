import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { raceTrials } from '../../../test/race-trials.ts';
import { startService } from '../../../test/service.ts';
import { linkCalls, tokenTo } from './account-links.fixture.ts';
import { PASSWORD, producerBody, register, someEmail } from './accounts.fixture.ts';

const service = await startService();
const { verify, undo } = linkCalls(service);
/** Each registers accounts, which hashes passwords and sends mail. */
const TRIALS = raceTrials(20);

/** Registers a person whose change to this address is pending. */
async function waitingFor(wanted: string) {
  const person = await register(service, producerBody());
  await verify(await tokenTo(service, person.email));
  const { status, body } = await service.call('PUT', '/api/v1/user/profile', {
    token: person.token,
    body: { email: wanted, current_password: PASSWORD },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return { ...person, link: await tokenTo(service, wanted) };
}
const holders = async (email: string): Promise<number> =>
  (await service.db.q.selectFrom('users').select('id').where('email', '=', email).execute()).length;

describe('one address that several accounts request', () => {
  it('goes to exactly one of those who confirm it and register with it at the same time', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const wanted = someEmail();
      const [first, second] = [await waitingFor(wanted), await waitingFor(wanted)];
      // Both mails went to this address: the newest link is the second person's.
      const links = [first.link, second.link];
      const answers = await Promise.all([
        ...links.map((link) => verify(link)),
        service.call('POST', '/api/v1/register', { body: producerBody({ email: wanted }) }),
      ]);
      assert.equal(
        answers.filter(({ status }) => status === 200).length,
        1,
        JSON.stringify(answers.map(({ body }) => body)),
      );
      assert.equal(await holders(wanted), 1);
    }
  });

  it('stays reserved while the change can be undone, even against a concurrent registration', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const wanted = someEmail();
      const { link, email } = await waitingFor(wanted);
      const [moved, squatted] = await Promise.all([
        verify(link),
        service.call('POST', '/api/v1/register', { body: producerBody({ email }) }),
      ]);
      assert.deepEqual([moved.status, squatted.status], [200, 422]);
      assert.equal((await undo(await tokenTo(service, email, 'email_changed'))).status, 200);
    }
  });
});
