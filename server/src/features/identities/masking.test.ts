import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { AnonymousProposal } from '@lavra/contract/proposals/schemas';
import type { AskedQuestion, OrderQuestion } from '@lavra/contract/questions/schemas';
import { fileForm } from '../../../test/files.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  someCnpj,
  type TestSupplier,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { errorsOf, importDesk } from '../imports/imports.fixture.ts';
import {
  assertInvalid,
  offerOf,
  openNegotiation,
  proposalCalls,
} from '../proposals/proposals.fixture.ts';

const service = await startService();
const { saveDraft, submit, reject, accept } = proposalCalls(service);
const admin = await buildAdmin(service);

const ok = async <B>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { token }: { token: string },
  body?: unknown,
): Promise<B> => {
  const answer = await service.call<B>(method, url, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

/** Folds to eighteen characters, four words. */
const LONG_FOLD = '\uFDFA';

describe('a text and a name that would take minutes in a search that was not linear', () => {
  it('are masked wherever the text is searched', async () => {
    const { producer, order } = await openNegotiation(service);
    const supplier = await buildSupplier(service, { name: LONG_FOLD.repeat(200) });
    const slow = 'a '.repeat(2_500);
    const draft = await saveDraft(supplier, order, offerOf(order, 10, { notes: slow }));
    await ok('POST', `/api/v1/orders/${order.uuid}/questions`, supplier, {
      question: LONG_FOLD.repeat(2_000),
    });
    await submit(supplier, draft);
    await ok('GET', `/api/v1/proposals/${draft.uuid}?view=anonymous`, producer);
    await ok('GET', `/api/v1/orders/${order.uuid}/questions`, producer);
    await ok(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/comparison?proposals=${draft.uuid}`,
      producer,
    );
    await ok('POST', `/api/v1/proposals/${draft.uuid}/accept?view=anonymous`, producer, {});
  });

  it('are read in the heading of a sheet too', async () => {
    const { supplier, order } = await openNegotiation(service);
    const form = fileForm({
      content: Buffer.from(`Codigo;${'('.repeat(200_000)}\r\n1;2`),
      filename: 'a.csv',
    });
    const { status } = await service.call(
      'POST',
      `/api/v1/supplier/orders/${order.uuid}/quote-sheet`,
      { token: supplier.token, payload: form.payload, headers: form.headers },
    );
    assert.equal(status, 422);
  });
});

describe('a supplier with former names', () => {
  const former = {
    name: 'Tucunaré Dourado Insumos Ltda',
    email: 'negocios@tucunare-dourado.com.br',
    phone: '65987654321',
  };
  const signature =
    'Somos a Tucunaré, da TUCUNARE DOURADO; fale com negocios ou 65 98765 4321, tucunaredourado, tucunaré.';
  const traces = /tucunar|dourado|negocios|98765/i;

  async function renamed(): Promise<TestSupplier> {
    const supplier = await buildSupplier(service, former);
    await ok('PUT', '/api/v1/user/profile', supplier, {
      name: 'Jaó Novo Agro Ltda',
      phone: '(66) 3544-1234',
    });
    await ok('PUT', `/api/admin/suppliers/${supplier.supplierId}`, admin, {
      email: `outra${supplier.supplierId}@teste.example`,
    });
    // A new address ends the sessions.
    return { ...supplier, token: await service.tokenFor(supplier.userId) };
  }

  it('has them masked in proposals, comparison, questions and the decision record', async () => {
    const { producer, order } = await openNegotiation(service);
    const rival = await buildSupplier(service);
    const supplier = await renamed();
    const { identity_warnings, ...draft } = await saveDraft(
      supplier,
      order,
      offerOf(order, 10, { notes: signature }),
    );
    assert.ok(identity_warnings.some(({ excerpt }) => excerpt === 'Tucunaré'));
    await ok<AskedQuestion>('POST', `/api/v1/orders/${order.uuid}/questions`, supplier, {
      question: signature,
    });
    await submit(supplier, draft);
    const seen = [
      await ok<AnonymousProposal>(
        'GET',
        `/api/v1/proposals/${draft.uuid}?view=anonymous`,
        producer,
      ),
      await ok<AnonymousProposal[]>(
        'GET',
        `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
        producer,
      ),
      await ok<OrderComparison>(
        'GET',
        `/api/v1/producer/orders/${order.uuid}/comparison?proposals=${draft.uuid}`,
        producer,
      ),
      await ok('GET', `/api/v1/orders/${order.uuid}/questions`, producer),
      await ok('GET', `/api/v1/orders/${order.uuid}/questions`, rival),
      await ok('POST', `/api/v1/proposals/${draft.uuid}/accept?view=anonymous`, producer, {}),
    ];
    await service.work();
    const { content } = await service.db.q
      .selectFrom('decision_records')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    for (const reply of [...seen, content]) {
      const text = JSON.stringify(reply);
      assert.match(text, /contato oculto/);
      assert.doesNotMatch(text, traces);
    }
  });

  it('has the latest thirty of each kind stored', async () => {
    const supplier = await renamed();
    const of = () =>
      service.db.q
        .selectFrom('former_identities')
        .select(['kind', 'value'])
        .where('user_id', '=', supplier.userId)
        .orderBy('id')
        .execute();
    assert.deepEqual(
      new Set((await of()).map(({ kind, value }) => `${kind} ${value}`)),
      new Set(Object.entries(former).map(([kind, value]) => `${kind} ${value}`)),
    );
    for (let turn = 0; turn < 35; turn += 1)
      await service.db.q
        .updateTable('users')
        .set({ name: `Nome ${turn}` })
        .where('id', '=', supplier.userId)
        .execute();
    const names = (await of()).filter(({ kind }) => kind === 'name').map(({ value }) => value);
    assert.deepEqual([names.length, names.at(-1)], [30, 'Nome 33']);
    await service.db.q
      .updateTable('users')
      .set({ name: 'Nome 40' })
      .where('id', '=', supplier.userId)
      .execute();
    await service.db.q
      .updateTable('users')
      .set({ name: 'Nome 34' })
      .where('id', '=', supplier.userId)
      .execute();
    assert.deepEqual(
      (await of())
        .filter(({ kind }) => kind === 'name')
        .map(({ value }) => value)
        .slice(-2),
      ['Nome 34', 'Nome 40'],
    );
  });
});

describe('the text of a question', () => {
  it('shows other readers nothing that identifies its author, who is warned', async () => {
    const { producer, order } = await openNegotiation(service);
    const rival = await buildSupplier(service);
    const asker = await buildSupplier(service, {
      name: 'Agropecuária Curió do Vale Ltda',
      email: 'pedidos@curiovale.com.br',
    });
    await service.db.q
      .updateTable('users')
      .set({ mobile: '64991234567' })
      .where('id', '=', asker.userId)
      .execute();
    await service.db.q
      .updateTable('suppliers')
      .set({ website: 'https://loja.curio-verde.com.br' })
      .where('id', '=', asker.supplierId)
      .execute();
    const question = 'A Curió entrega? curiovale, pedidos, curio verde, 64 99123 4567.';
    const asked = await ok<AskedQuestion>('POST', `/api/v1/orders/${order.uuid}/questions`, asker, {
      question,
    });
    assert.equal(asked.question, question);
    assert.deepEqual(
      asked.identity_warnings.map(({ path, kind, excerpt }) => [path, kind, excerpt]),
      [
        ['question', 'name', 'Curió'],
        ['question', 'name', 'curiovale'],
        ['question', 'name', 'pedidos'],
        ['question', 'name', 'curio verde'],
        ['question', 'phone', '64 99123 4567'],
      ],
    );
    const hidden =
      'A [contato oculto] entrega? [contato oculto], [contato oculto], [contato oculto], [contato oculto].';
    for (const person of [producer, rival]) {
      const {
        data: [read],
      } = await ok<{ data: OrderQuestion[] }>(
        'GET',
        `/api/v1/orders/${order.uuid}/questions`,
        person,
      );
      assert.equal(read?.question, hidden);
    }
    const answered = await ok<OrderQuestion>(
      'POST',
      `/api/v1/questions/${asked.id}/answer`,
      producer,
      { answer: 'Pode ser.' },
    );
    assert.equal(answered.question, hidden);
    const {
      data: [own],
    } = await ok<{ data: object[] }>('GET', `/api/v1/orders/${order.uuid}/questions`, asker);
    assert.ok(own !== undefined && !('identity_warnings' in own));
  });

  it('causes no warning where nothing identifies the producer', async () => {
    const { order, supplier } = await openNegotiation(service);
    assert.deepEqual(
      (
        await ok<AskedQuestion>('POST', `/api/v1/orders/${order.uuid}/questions`, supplier, {
          question: 'Entregam em janeiro?',
        })
      ).identity_warnings,
      [],
    );
  });
});

describe("the producer's texts", () => {
  it('lose contacts but no names, so that writing names does not identify a supplier', async () => {
    const { producer, order } = await openNegotiation(service);
    const [first, second] = [
      await buildSupplier(service, { name: 'Canário do Cerrado Insumos Ltda' }),
      await buildSupplier(service, { name: 'Bem-te-vi Agro' }),
    ];
    const sent = [
      await submit(first, await saveDraft(first, order)),
      await submit(second, await saveDraft(second, order)),
    ] as const;
    const guess = 'É a Canário do Cerrado, ou a Bem-te-vi? Ligue (66) 99999-8888.';
    await reject(producer, sent[0], guess);
    await accept(producer, sent[1]);
    await service.work();
    const { content } = await service.db.q
      .selectFrom('decision_records')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const reasons = (content as { proposals: { rejection_reason: string | null }[] }).proposals.map(
      ({ rejection_reason }) => rejection_reason,
    );
    assert.deepEqual(
      reasons.filter((reason) => reason !== null),
      ['É a Canário do Cerrado, ou a Bem-te-vi? Ligue [contato oculto].'],
    );
  });

  it('are recorded as they are at the award, even when a proposal changes at the same time', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const { producer, order } = await openNegotiation(service);
      const [first, second] = [await buildSupplier(service), await buildSupplier(service)];
      const sent = [
        await submit(first, await saveDraft(first, order)),
        await submit(second, await saveDraft(second, order)),
      ] as const;
      const [rejected, accepted] = await Promise.all([
        service.call('POST', `/api/v1/proposals/${sent[0].uuid}/reject`, {
          token: producer.token,
          body: { reason: 'Caro' },
        }),
        service.call('POST', `/api/v1/proposals/${sent[1].uuid}/accept`, {
          token: producer.token,
          body: {},
        }),
      ]);
      assert.deepEqual([rejected.status, accepted.status], [200, 200]);
      await service.work();
      const { content } = await service.db.q
        .selectFrom('decision_records')
        .select('content')
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow();
      const { proposals } = content as {
        proposals: { status: string; rejection_reason: string | null }[];
      };
      for (const { status, rejection_reason } of proposals)
        assert.equal(rejection_reason, status === 'rejected' ? 'Caro' : null);
    }
  });
});

describe('a name', () => {
  const tooLong = LONG_FOLD.repeat(200);
  const sentence =
    'Escreva o nome com letras comuns: ele tem caracteres especiais que valem por palavras inteiras.';
  const address = {
    kind: 'headquarters',
    name: 'Sede',
    postal_code: '78890-000',
    street: 'Rua A',
    number: '1',
    city: 'Sorriso',
    state: 'MT',
  };

  it('that expands to more than four hundred characters is refused by every endpoint', async () => {
    const [producer, supplier, consultant] = [
      await buildProducer(service),
      await buildSupplier(service),
      await buildConsultant(service),
    ] as const;
    const password = { password: 'Senha123', password_confirmation: 'Senha123' };
    const cnpj = someCnpj();
    const refusals = [
      await service.call('POST', '/api/v1/register', {
        body: {
          user_type: 'fornecedor',
          name: tooLong,
          email: 'a@novo.example',
          document_type: 'cnpj',
          document_number: cnpj,
          phone: '(66) 99999-8888',
          ...password,
          addresses: [address],
        },
      }),
      ...(await Promise.all(
        [producer, supplier, consultant].map((person) =>
          service.call('PUT', '/api/v1/user/profile', {
            token: person.token,
            body: { name: tooLong },
          }),
        ),
      )),
      await service.call('PUT', `/api/admin/suppliers/${supplier.supplierId}`, {
        token: admin.token,
        body: { name: tooLong },
      }),
      await service.call('PUT', `/api/v1/admin/producers/${producer.producerId}`, {
        token: admin.token,
        body: { name: tooLong },
      }),
      await service.call('POST', '/api/admin/suppliers', {
        token: admin.token,
        body: {
          name: tooLong,
          email: 'b@novo.example',
          document_number: cnpj,
          ...password,
          addresses: [address],
        },
      }),
      await service.call('POST', '/api/v1/admin/users', {
        token: admin.token,
        body: {
          user_type: 'admin',
          admin_role: 'master',
          name: tooLong,
          email: 'c@novo.example',
          ...password,
        },
      }),
      await service.call('POST', '/api/v1/admin/consultants', {
        token: admin.token,
        body: { name: tooLong, email: 'd@novo.example' },
      }),
    ];
    for (const refusal of refusals) assertInvalid(refusal, { name: sentence });
    const { preview } = await importDesk(service);
    for (const [type, heading, row] of [
      [
        'suppliers',
        'Nome;E-mail;CNPJ;CEP;Logradouro;Município;UF',
        `${tooLong};e@novo.example;${cnpj};78890-000;Rua A;Sorriso;MT`,
      ],
      ['consultants', 'Nome;E-mail', `${tooLong};f@novo.example`],
    ] as const)
      assert.match(
        JSON.stringify(errorsOf(await preview(type, heading, row))),
        /letras comuns/,
        type,
      );
  });

  it('is stored in composed form, so that equal names are equal texts', async () => {
    const supplier = await buildSupplier(service);
    const { name } = await ok<{ name: string }>('PUT', '/api/v1/user/profile', supplier, {
      name: ' Curio\u0301 do Vale ',
    });
    assert.equal(name, 'Curi\u00f3 do Vale');
  });
});
