import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
  eventsOf,
  isOnByDefault,
  notificationEvents,
} from '@lavra/domain/notification/channel-defaults';
import {
  notificationProfiles,
  type NotificationEvent,
  type NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import type { NotificationDefinitions } from './audience-sql.ts';
import { notificationDefinitions } from './notification-definitions.ts';
import {
  gatheredText,
  notificationLabel,
  notificationText,
  type NotificationText,
} from './texts/notification-texts.ts';
import { adminPaths } from '../../../../web/src/paths/admin.ts';
import { commonPaths } from '../../../../web/src/paths/common.ts';
import { producerPaths } from '../../../../web/src/paths/producer.ts';
import { supplierPaths } from '../../../../web/src/paths/supplier.ts';
import { disagreements, eventDocument } from './event-document.ts';

const definitions: NotificationDefinitions<NotificationEvent> = notificationDefinitions;
type Path = string | ((...ids: string[]) => string);

const zone = 'America/Sao_Paulo';
const everyText = notificationProfiles.flatMap((profile) =>
  eventsOf(profile).map((type) => [profile, type] as const),
);

/** Every possible fact, each recognisable. */
const facts: NotificationFacts = {
  order_id: 71,
  order_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
  order_number: 'COT-2026-000123',
  description: 'Defensivos\npara a soja',
  deadline_date: '2026-12-15',
  delivery_date: '2027-01-20',
  items_count: 14,
  delivery_city: 'Sorriso',
  delivery_state: 'MT',
  proposals_count: 3,
  proposal_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a22',
  proposal_mark: 1,
  total_amount: '271095.00',
  priced_items: 12,
  purchase_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a33',
  purchased_items: 5,
  items_amount: '84210.50',
  freight_amount: '1000.00',
  purchased_before: false,
  unbought_items: 3,
  reason: 'Falta a marca',
  plan: 'Essencial',
  subscription_status: 'active',
  due_date: '2026-12-01',
  days: 3,
  amount: '99.90',
  refund_amount: '10.00',
  user_id: 72,
  user_type: 'fornecedor',
  payment_id: 73,
  import_id: 74,
  import_type: 'products',
  import_state: 'completed',
  created: 2,
  skipped: 1,
  invalid: 0,
  job_name: 'mail.send',
  asked_for: 'Adubo foliar',
  product: 'Adubo Foliar Folha Forte',
  draft_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
  attempts: 5,
};
const text = (
  profile: NotificationProfile,
  type: NotificationEvent,
  more: NotificationFacts = facts,
): NotificationText => notificationText({ type, profile, facts: more, zone });

describe('notification texts', () => {
  it("exist for every event and profile: a title, a sentence, a page of the reader's portal", () => {
    assert.equal(everyText.length, 33);
    for (const [profile, type] of everyText) {
      const { title, body, path: page } = text(profile, type);
      assert.match(title, /^[\p{Lu}][^\n]{5,90}$/u, `${profile} ${type}`);
      assert.match(body, /[.”]$/u, `${profile} ${type}`);
      assert.doesNotMatch(
        `${title} ${body} ${page}`,
        /undefined|null|NaN|\n| {2}/,
        `${profile} ${type}`,
      );
      assert.ok(
        page.startsWith(
          { producer: '/produtor/', supplier: '/fornecedor/', admin: '/admin/' }[profile],
        ),
        page,
      );
      assert.notEqual(notificationLabel(type, profile), '');
    }
  });

  it('link to pages that the portals have', () => {
    const portals = {
      producer: { base: '/produtor', paths: producerPaths },
      supplier: { base: '/fornecedor', paths: supplierPaths },
      admin: { base: '/admin', paths: adminPaths },
    } as const;
    for (const [profile, type] of everyText) {
      const { base, paths } = portals[profile];
      const pages = Object.values<Path>({ ...commonPaths, ...paths }).map((path) =>
        typeof path === 'string' ? path : path('$id', '$id'),
      );
      assert.ok(pages.length > 10, profile);
      const isGathered = definitions[type].gather !== undefined;
      const texts = [
        text(profile, type),
        ...(isGathered ? [gatheredText({ type, profile, facts: [facts], count: 2, zone })] : []),
      ];
      for (const place of texts.map((one) => one.path.slice(base.length))) {
        const isPage = pages.some((page) =>
          new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`).test(place),
        );
        assert.ok(isPage, `${profile} ${type}: ${place}`);
      }
    }
  });

  it('lead a producer to the part of the order where the next step is', () => {
    const part = (type: NotificationEvent): string | undefined =>
      text('producer', type).path.split(`${facts.order_uuid}/`)[1];
    for (const type of [
      'proposal.received',
      'proposal.cancelled',
      'order.closed',
      'award.pending',
    ] as const)
      assert.equal(part(type), 'propostas', type);
    assert.equal(part('question.asked'), 'perguntas');
    assert.equal(part('items.unbought'), 'resultado');
  });

  it('say how many items nothing was bought of, and the button that quotes them again', () => {
    const left = (more: NotificationFacts) =>
      text('producer', 'items.unbought', { ...facts, ...more });
    const decided = 'A cotação COT-2026-000123 (“Defensivos para a soja”) foi decidida, e falta';
    assert.equal(left({}).title, 'Falta comprar 3 itens na cotação COT-2026-000123');
    assert.equal(
      left({ days: 1, unbought_items: 1 }).body,
      `${decided} comprar 1 de 14 itens. Até 72 horas depois da escolha, ainda se compra das propostas recebidas; ` +
        'para receber novos preços, escolha “Cotar o que faltou” no resultado.',
    );
    assert.equal(
      left({ days: 5 }).body,
      `${decided} comprar 3 de 14 itens. Para receber novos preços, escolha “Cotar o que faltou” no resultado.`,
    );
  });

  it('show the deadline with its zone, and money in Brazilian format', () => {
    assert.deepEqual(text('supplier', 'order.published'), {
      title: 'Nova cotação: COT-2026-000123',
      body:
        'A cotação COT-2026-000123 (“Defensivos para a soja”) pede 14 itens, com entrega em ' +
        'Sorriso/MT. Envie sua proposta até 15/12/2026 (23h59, horário de Brasília).',
      path: '/fornecedor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
    });
    assert.equal(
      text('producer', 'proposal.received').body,
      'A cotação COT-2026-000123 (“Defensivos para a soja”) recebeu a Proposta Jatobá de ' +
        'R$\u00a0271.095,00, com preço para 12 de 14 itens.',
    );
    const { proposal_mark: _, ...older } = facts;
    assert.match(text('producer', 'proposal.received', older).body, /recebeu uma proposta de/);
    assert.equal(
      text('producer', 'subscription.expiring', { ...facts, days: 1 }).title,
      'Sua assinatura vence amanhã',
    );
    assert.equal(
      text('supplier', 'proposal.rejected').body.endsWith('Motivo: “Falta a marca”'),
      true,
    );
    assert.equal(
      text('supplier', 'proposal.rejected', { ...facts, reason: null }).body.includes('Motivo'),
      false,
    );
  });

  it('of a later deadline say until when the goods are wanted, where the order does', () => {
    const body = (more: NotificationFacts = {}) =>
      text('supplier', 'order.deadline_extended', { ...facts, ...more }).body;
    const deadline =
      'A cotação COT-2026-000123 (“Defensivos para a soja”) recebe propostas até 15/12/2026 (23h59, horário de Brasília).';
    assert.equal(body(), `${deadline} A entrega é até 20/01/2027.`);
    assert.equal(body({ delivery_date: null }), deadline);
  });

  it('say to each winner what was bought of its own proposal, in which round, and at what cost', () => {
    const won = (more: NotificationFacts) =>
      text('supplier', 'proposal.accepted', { ...facts, ...more });
    const page = '/fornecedor/vendas/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a33';
    const name = 'a cotação COT-2026-000123 (“Defensivos para a soja”)';
    const contact = 'O contato do produtor está na página da venda.';
    assert.deepEqual(won({}), {
      title: 'O produtor comprou 5 itens da sua proposta na cotação COT-2026-000123',
      body: `Parabéns! O produtor comprou 5 itens da sua proposta para ${name}: R$\u00a084.210,50, mais frete de R$\u00a01.000,00. ${contact}`,
      path: page,
    });
    assert.deepEqual(won({ purchased_items: 1, purchased_before: true, freight_amount: '0.00' }), {
      title: 'O produtor comprou mais 1 item da sua proposta na cotação COT-2026-000123',
      body: `Parabéns! O produtor comprou mais 1 item da sua proposta para ${name}: R$\u00a084.210,50. ${contact}`,
      path: page,
    });
    assert.deepEqual(won({ purchased_items: 12, freight_amount: null }), {
      title: 'Sua proposta na cotação COT-2026-000123 foi aceita',
      body: `Parabéns! O produtor aceitou a sua proposta para ${name}: 12 itens, R$\u00a084.210,50. ${contact}`,
      path: page,
    });
    const { purchased_items: _, ...older } = facts;
    assert.deepEqual(text('supplier', 'proposal.accepted', older), {
      title: 'Sua proposta na cotação COT-2026-000123 foi aceita',
      body: `Parabéns! O produtor aceitou a sua proposta de R$\u00a0271.095,00 para ${name}. O contato do produtor está na página da cotação.`,
      path: '/fornecedor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
    });
  });

  it('keep typed text out of titles, short, and on one line', () => {
    const typed = `Clique\r\nem http://golpe.example ${'x'.repeat(400)}`;
    for (const [profile, type] of everyText) {
      const { title, body } = text(profile, type, { ...facts, description: typed, reason: typed });
      assert.doesNotMatch(title, /golpe/);
      assert.ok(body.length < 700 && !/[\r\n]/.test(body), type);
    }
  });

  it("give suppliers no reason that the order's page hides, and producers only figures of a proposal", () => {
    const secret = { ...facts, reason: 'Ligue para a Revenda Canário' };
    for (const type of eventsOf('supplier').filter((name) => name.startsWith('order.')))
      assert.doesNotMatch(text('supplier', type, secret).body, /Canário/, type);
    for (const type of eventsOf('producer').filter((name) => name !== 'order.returned'))
      assert.doesNotMatch(text('producer', type, secret).body, /Canário/, type);
  });
});

describe('texts of several gathered events', () => {
  const gathered = everyText.filter(([, type]) => definitions[type].gather !== undefined);
  const several = (profile: NotificationProfile, type: NotificationEvent, more = facts) =>
    gatheredText({ type, profile, facts: [facts, more], count: 2, zone });

  it('exist for exactly the events that are gathered, and count them', () => {
    assert.equal(gathered.length, 5);
    for (const [profile, type] of everyText) {
      if (!gathered.some(([who, what]) => who === profile && what === type)) {
        assert.throws(() => several(profile, type), /is not gathered/);
        continue;
      }
      const { title, body, lines = [] } = several(profile, type);
      assert.match(title, /^2 .{5,90}$/, type);
      assert.match(body, /\.$/, type);
      assert.doesNotMatch([title, body, ...lines].join(' '), /undefined|null|NaN|\n| {2}/, type);
    }
  });

  it('list each proposal by its mark in a mail, without typed text in the title', () => {
    const { title, lines } = several('producer', 'proposal.received', {
      ...facts,
      proposal_mark: 0,
      description: 'golpe.example',
    });
    assert.equal(title, '2 propostas novas na cotação COT-2026-000123');
    assert.deepEqual(lines, [
      'A Proposta Jatobá de R$\u00a0271.095,00, com preço para 12 de 14 itens.',
      'A Proposta Ipê de R$\u00a0271.095,00, com preço para 12 de 14 itens.',
    ]);
  });
});

describe('a new installation', () => {
  it('sends all notifications in the portal, the most important by mail, and none by WhatsApp', () => {
    assert.deepEqual(
      notificationEvents.filter(
        (event) => !isOnByDefault(event, 'in_app') || isOnByDefault(event, 'whatsapp'),
      ),
      [],
    );
    assert.deepEqual(
      notificationEvents.filter((event) => isOnByDefault(event, 'email')),
      [
        'order.published',
        'order.cancelled',
        'order.not_published',
        'order.publication_requested',
        'award.contact_missed',
        'proposal.received',
        'proposal.cancelled',
        'proposal.accepted',
        'proposal.rejected',
        'items.unbought',
        'subscription.expiring',
        'payment.confirmed',
        'payment.refunded',
      ],
    );
  });
});

describe('docs/events.md', () => {
  it('equals what the code generates; `npm run events` rewrites it', () => {
    assert.equal(
      fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/events.md'), 'utf8'),
      eventDocument(),
    );
  });

  it('lists recipients for exactly the profiles of the catalogue', () => {
    assert.deepEqual(disagreements(), []);
  });
});
