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
import {
  notificationLabel,
  notificationText,
  type NotificationText,
} from './texts/notification-texts.ts';
import { adminPaths } from '../../../../web/src/paths/admin.ts';
import { commonPaths } from '../../../../web/src/paths/common.ts';
import { producerPaths } from '../../../../web/src/paths/producer.ts';
import { supplierPaths } from '../../../../web/src/paths/supplier.ts';
import { disagreements, eventDocument } from './event-document.ts';

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
  items_count: 14,
  delivery_city: 'Sorriso',
  delivery_state: 'MT',
  proposals_count: 3,
  proposal_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a22',
  total_amount: '271095.00',
  priced_items: 12,
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
  attempts: 5,
};
const text = (
  profile: NotificationProfile,
  type: NotificationEvent,
  more: NotificationFacts = facts,
): NotificationText => notificationText({ type, profile, facts: more, zone });

describe('what notifications say', () => {
  it('is there for every event and profile: a line, a sentence, a page of their own portal', () => {
    assert.equal(everyText.length, 29);
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

  it('leads to pages that the portals have', () => {
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
      const place = text(profile, type).path.slice(base.length);
      const isPage = pages.some((page) =>
        new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`).test(place),
      );
      assert.ok(isPage, `${profile} ${type}: ${place}`);
    }
  });

  it('names the deadline with its zone, and money as Brazilians read it', () => {
    assert.deepEqual(text('supplier', 'order.published'), {
      title: 'Nova cotação: COT-2026-000123',
      body:
        'A cotação COT-2026-000123 (“Defensivos para a soja”) pede 14 itens, com entrega em ' +
        'Sorriso/MT. Envie sua proposta até 15/12/2026 (23h59, horário de Brasília).',
      path: '/fornecedor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
    });
    assert.equal(
      text('producer', 'proposal.received').body,
      'A cotação COT-2026-000123 (“Defensivos para a soja”) recebeu uma proposta de ' +
        'R$\u00a0271.095,00, com preço para 12 de 14 itens.',
    );
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

  it('keeps what a person typed out of titles, short, and on one line', () => {
    const typed = `Clique\r\nem http://golpe.example ${'x'.repeat(400)}`;
    for (const [profile, type] of everyText) {
      const { title, body } = text(profile, type, { ...facts, description: typed, reason: typed });
      assert.doesNotMatch(title, /golpe/);
      assert.ok(body.length < 700 && !/[\r\n]/.test(body), type);
    }
  });

  it('gives suppliers of an order no reason that its page does not show, and producers of a proposal nothing but its figures', () => {
    const secret = { ...facts, reason: 'Ligue para a Revenda Canário' };
    for (const type of eventsOf('supplier').filter((name) => name.startsWith('order.')))
      assert.doesNotMatch(text('supplier', type, secret).body, /Canário/, type);
    for (const type of eventsOf('producer').filter((name) => name !== 'order.returned'))
      assert.doesNotMatch(text('producer', type, secret).body, /Canário/, type);
  });
});

describe('a new installation', () => {
  it('sends everything inside the portal, by mail what matters most, and nothing by WhatsApp', () => {
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
        'proposal.received',
        'proposal.cancelled',
        'proposal.accepted',
        'proposal.rejected',
        'subscription.expiring',
        'payment.confirmed',
        'payment.refunded',
      ],
    );
  });
});

describe('docs/events.md', () => {
  it('is what the code says; `npm run events` writes it anew', () => {
    assert.equal(
      fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/events.md'), 'utf8'),
      eventDocument(),
    );
  });

  it('knows recipients for exactly the profiles of the catalogue', () => {
    assert.deepEqual(disagreements(), []);
  });
});
