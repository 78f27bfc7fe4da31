import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPdf } from '../../../platform/pdf/read-pdf.fixture.ts';
import { startService } from '../../../../test/service.ts';
import { openAwards, type Offered } from '../../awards/awards.fixture.ts';
import type { DecisionDocument } from './decision-document.ts';
import { renderDecisionPdf } from './decision-pdf.ts';
import { findDecision } from './decision-record.ts';
import { shortened } from './decision-size.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const service = await startService({ now: NOW });
const { producer, ordered, offered, award } = await openAwards(service);

const printed = async (order: { readonly uuid: string }): Promise<string> => {
  const { status, raw } = await service.call(
    'GET',
    `/api/v1/producer/orders/${order.uuid}/decision-record`,
    { token: producer.token },
  );
  assert.equal(status, 200);
  const { text } = await readPdf(raw);
  return text.replaceAll(/\s+/g, ' ');
};
const documentOf = async (order: { readonly id: number }): Promise<DecisionDocument> => {
  const decision = await findDecision(service.db, order.id);
  assert.ok(decision);
  return {
    ...decision,
    generated_at: NOW,
    time_zone: 'America/Sao_Paulo',
    zone_label: 'horário de Brasília',
  };
};

describe('the printed record of an award by item', async () => {
  const order = await ordered(6);
  const offers = [
    await offered(order, ['10', '20', '30', '40', '50', null], {
      freight: '600',
      freightRule: 'full',
    }),
    await offered(order, ['11', '19', null, '41', '50', null], {
      freight: '100',
      freightRule: 'proportional',
    }),
    await offered(order, ['12', '21', '29', null, null, null]),
    await offered(order, ['13', '22', '31', '42', '51', null]),
  ] as const;
  const [first, second, third] = offers;
  const reply = await award(
    order,
    [
      [0, first],
      [3, first],
      [1, second],
      [2, third],
    ],
    'O menor preço de cada item.',
  );
  const letterOf = ({ uuid }: { readonly uuid: string }): string =>
    reply.purchases.find(({ proposal }) => proposal === uuid)?.label?.at(-1) ?? '';

  it('shows each winner with its items, freight and total, and their sum', async () => {
    const text = await printed(order);
    assert.match(text, /Propostas escolhidas 3 propostas Total dos itens R\$ 9\.800,00/);
    assert.match(text, /Comprados 4 de 6 itens\. 2 itens ficaram sem compra\./);
    assert.match(text, /Motivo da escolha: O menor preço de cada item\./);
    for (const [offer, row] of [
      [first, '2 5.000,00 600,00 5.600,00'],
      [second, '1 1.900,00 15,70 1.915,70'],
      [third, '1 2.900,00 – não se sabe'],
    ] as const)
      assert.match(
        text,
        new RegExp(`Proposta ${letterOf(offer)} · [^\\d]+ ${row.replaceAll('.', '\\.')}`),
      );
    assert.match(text, /Total 4 9\.800,00 615,70 não se sabe/);
  });

  it('says the letter that each item was bought from, and compares no total with it', async () => {
    const text = await printed(order);
    const [a, b, c] = [first, second, third].map(letterOf);
    assert.match(text, new RegExp([a, b, c, a, '–'].map((one) => ` 100 L ${one} .*`).join('')));
    assert.equal(text.match(/Escolhida em parte/g)?.length, 3);
    assert.equal(text.match(/Não escolhida/g)?.length, 1);
    assert.doesNotMatch(text, /menor preço entre as|Não tem o menor preço|única proposta/);
  });

  it('appends what later rounds bought, by marks, without changing what was decided before', async () => {
    const before = (await documentOf(order)).content;
    service.moveClock(new Date(NOW.getTime() + 60 * 60_000));
    await award(order, [[4, second]], 'Ainda faltava.');
    const text = await printed(order);
    assert.match(text, /Rodada 2, em 20\/11\/2026 às 13h00|Rodada 2, em 20\/11\/2026/);
    assert.match(text, /5 \S.* Proposta \S+( \d)? 100 .* 50,00 5\.000,00/);
    assert.match(text, /R\$ 5\.000,00, mais frete de R\$ 41,3\d\. Total dos itens R\$ 5\.000,00\./);
    assert.match(text, /Motivo da escolha: Ainda faltava\./);
    assert.deepEqual((await documentOf(order)).content, before);
    const document = await documentOf(order);
    const items = document.content.items.map((item) => ({
      ...item,
      product: `Adubo ${item.position} (fora do catálogo)`,
    }));
    const named = await readPdf(
      await renderDecisionPdf({ ...document, content: { ...document.content, items } }),
    );
    assert.match(
      named.text.replaceAll(/\s+/g, ' '),
      /Rodada 2.* 5 Adubo 5 \(fora do catálogo\) Proposta/,
      'an item is called in a round as in the record',
    );
  });

  it('says what each item was bought for, also of winners that have no column', async () => {
    const document = await documentOf(order);
    const { text } = await readPdf(
      await renderDecisionPdf({ ...document, content: shortened(document.content, 1) }),
    );
    const [a, b, c] = [first, second, third].map(letterOf);
    const rows = text.replaceAll(/\s+/g, ' ');
    assert.match(rows, /este registro mostra 1\. São, das escolhidas, as de que mais itens/);
    assert.match(rows, new RegExp(` 100 L ${a} .* 100 L ${b} 19,00 1\\.900,00 `));
    assert.match(rows, new RegExp(` 100 L ${c} 29,00 2\\.900,00 `));
  });

  it('compares the only winner of some items over these alone', async () => {
    const part = await ordered(3);
    const [chosen] = [
      await offered(part, ['10', '20', '90']),
      await offered(part, ['12', '21', '1']),
    ];
    await award(part, [
      [0, chosen],
      [1, chosen],
    ]);
    const text = await printed(part);
    assert.match(
      text,
      /Proposta escolhida em parte Proposta [AB] · \S+ Total comprado R\$ 3\.000,00/,
    );
    assert.match(text, /Comprados 2 de 3 itens que ela cota\./);
    assert.match(text, /Tem o menor preço entre as 2 propostas que cotam todos esses itens/);
    assert.match(text, /R\$ 300,00 abaixo/);
  });

  it('prints a whole award as before purchases existed, to the byte', async () => {
    const whole = await ordered(2);
    const chosen = await offered(whole, ['10', '20']);
    await offered(whole, ['12', null]);
    await service.call('POST', `/api/v1/proposals/${chosen.uuid}/accept`, {
      token: producer.token,
    });
    await service.work();
    const document = await documentOf(whole);
    const { winners, items, ...older } = document.content;
    assert.equal(winners?.length, 1);
    const content = { ...older, items: items.map(({ chosen: _chosen, ...item }) => item) };
    assert.deepEqual(
      await renderDecisionPdf(document),
      await renderDecisionPdf({ ...document, content }),
    );
  });
});

describe('a record of 14 items and 13 proposals, bought from 5', () => {
  it('prints every price once, and the letter of each item in every block', async () => {
    const order = await ordered(14);
    const offers: Offered[] = [];
    for (let p = 0; p < 13; p += 1)
      offers.push(
        await offered(
          order,
          order.items.map((_, i) => ((i * p) % 7 === 5 ? null : `${(i + 1) * 100 + p}.25`)),
          { freight: String(100 * p) },
        ),
      );
    const choices = order.items.map((_, i) => {
      const winner = offers[[0, 3, 6, 9, 12][i % 5] ?? 0];
      assert.ok(winner);
      return [i, winner] as const;
    });
    const able = choices.filter(([i], index) => {
      const p = [0, 3, 6, 9, 12][index % 5] ?? 0;
      return (i * p) % 7 !== 5;
    });
    await award(order, able);
    const text = await printed(order);
    assert.match(text, /Propostas escolhidas 5 propostas/);
    assert.equal(text.match(/Preços por item/g)?.length, 4);
    for (let p = 0; p < 13; p += 1) {
      const price = `${100 + p},25 `;
      assert.ok(text.includes(price), price);
    }
  });
});
