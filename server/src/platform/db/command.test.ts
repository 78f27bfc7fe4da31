import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProducer } from '../../../test/people.ts';
import { httpRequestOf } from '../../../test/http-request.ts';
import { startService } from '../../../test/service.ts';
import type { Actor, Request } from '../auth/request.ts';
import { systemActor } from './command.ts';
import { isUnavailable } from './database-errors.ts';
import type { Db } from './database.ts';

const service = await startService();
const { command, db } = service.app.platform;

/** Returns a producer's request that may be repeated under a key. */
async function requestWith(key: string): Promise<Request<Actor>> {
  const { userId } = await buildProducer(service);
  return httpRequestOf(
    { userId, userType: 'produtor' },
    { idempotency: { route: 'POST /test', key, bodyHash: Buffer.from('body') } },
  );
}
const nameOf = async (userId: number): Promise<string> =>
  (await db.q.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow())
    .name;

describe('presenting a reply', () => {
  it('happens after the commit, without locks', async () => {
    const request = await requestWith('later');
    const seen = await command(
      request,
      async (uow) => {
        await uow.db.q
          .updateTable('users')
          .set({ name: 'Depois' })
          .where('id', '=', request.caller.userId)
          .execute();
        return { was: 'Antes' };
      },
      async ({ was }) => {
        await db.q
          .selectFrom('users')
          .select('id')
          .where('id', '=', request.caller.userId)
          .forUpdate()
          .noWait()
          .executeTakeFirstOrThrow();
        return `${was} → ${await nameOf(request.caller.userId)}`;
      },
    );
    assert.equal(seen, 'Antes → Depois');
  });

  it('returns the same reply for a repeated request from the stored one, without repeating the work', async () => {
    const request = await requestWith('twice');
    let worked = 0;
    const ask = () =>
      command(
        request,
        async () => {
          worked += 1;
          return { n: worked, words: ['a', null], b: { z: 1, a: 2 } };
        },
        (material) => JSON.stringify(material),
      );
    const first = await ask();
    assert.deepEqual([await ask(), worked], [first, 1]);
  });

  it('does not undo the work when it fails, and the repeated request presents the reply', async () => {
    const request = await requestWith('broken');
    let isBroken = true;
    const ask = () =>
      command(
        request,
        async (uow) => {
          await uow.db.q
            .updateTable('users')
            .set({ name: 'Feito' })
            .where('id', '=', request.caller.userId)
            .execute();
          return { done: true };
        },
        ({ done }) => {
          if (isBroken) throw new Error('while presenting');
          return done;
        },
      );
    await assert.rejects(ask(), /while presenting/);
    isBroken = false;
    assert.deepEqual([await nameOf(request.caller.userId), await ask()], ['Feito', true]);
  });

  it('accepts a stored reply in the format of an older release', async () => {
    const request = await requestWith('older');
    await command(request, async () => ({ kept: 'as it was sent' }));
    const reply = await command(
      request,
      async () => ({ kept: 'never' }),
      () => ({ kept: 'not presented again' }),
    );
    assert.deepEqual(reply, { kept: 'as it was sent' });
  });
});

describe('a transaction with pipelined statements', () => {
  it('fails with its cause, also where a statement behind it rejects first', async () => {
    const { userId } = await buildProducer(service);
    const lock = (on: Db) =>
      on.q.selectFrom('users').select('id').where('id', '=', userId).forUpdate().noWait();
    await command(systemActor, async (holding) => {
      await lock(holding.db).execute();
      await assert.rejects(
        command(systemActor, ({ db: on }) => {
          const [first, behind] = [
            lock(on).execute(),
            on.q.selectFrom('users').select('name').where('id', '=', userId).execute(),
          ];
          const late = Promise.allSettled([first, behind]).then(() => first);
          return Promise.all([late, behind]);
        }),
        isUnavailable,
      );
    });
  });
});
