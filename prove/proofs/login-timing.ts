import { hashPassword } from '@lavra/server/platform/auth/password';
import { buildProducer, type TestProducer } from '../../server/test/people.ts';
import { openHome } from '../kit/home.ts';
import { Broken, count, quantile, type Proof, type Size, type ProofResult } from '../kit/proof.ts';

const PASSWORD = 'Colheita2026';
const MOST = 1.2;

export const proof: Proof = {
  title: 'What a login reveals by its time',
  promise:
    'unknown user, wrong password and wrong user_type get one answer and take one time: medians within a factor of 1.2',
  prove,
};

async function prove(size: Size): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  try {
    const people: TestProducer[] = [];
    for (let n = 0; n < 20; n += 1) people.push(await buildProducer(home.service));
    await home.service.db.q
      .updateTable('users')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .execute();
    const api = await home.serve();
    const kinds = {
      'unknown user': (n: number) => ({
        email: `ninguem${n}@teste.example`,
        password: PASSWORD,
        user_type: 'produtor',
      }),
      'wrong password': (n: number) => ({
        email: people[n % people.length]?.email,
        password: `Errada${n}`,
        user_type: 'produtor',
      }),
      'wrong user_type': (n: number) => ({
        email: people[n % people.length]?.email,
        password: PASSWORD,
        user_type: 'fornecedor',
      }),
    };
    const took = new Map(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]));
    const answers = new Set<string>();
    const rounds = size === 'long' ? 1_000 : 100;
    // The kinds alternate, so that other load on the machine slows all of them equally.
    for (let n = 0; n < rounds; n += 1) {
      for (const [kind, body] of Object.entries(kinds)) {
        const reply = await api.ask('POST', '/api/v1/login', { body: body(n) });
        took.get(kind)?.push(reply.ms);
        answers.add(`${reply.status} ${reply.text.replace(/"request_id":"[^"]*"/, '')}`);
      }
    }
    broken.expect(
      answers.size === 1 && [...answers][0]?.startsWith('401 ') === true,
      'more than one answer',
      [...answers].join(' | '),
    );
    const medians = [...took].map(([kind, samples]) => ({ kind, median: quantile(samples, 0.5) }));
    const all = medians.map(({ median }) => median);
    const ratio = Math.max(...all) / Math.min(...all);
    broken.expect(ratio <= MOST, 'medians apart', `a factor of ${ratio.toFixed(2)}`);
    return {
      figures: [
        `${count(rounds)} logins of each kind`,
        ...medians.map(({ kind, median }) => `${kind} ${median.toFixed(1)} ms`),
        `ratio ${ratio.toFixed(3)}`,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}
