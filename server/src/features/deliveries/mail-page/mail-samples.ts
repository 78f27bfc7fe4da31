import { eventsOf } from '@lavra/domain/notification/channel-defaults';
import { notificationProfiles } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { mailTexts, type MailTemplate } from '../../../platform/texts/mail-texts.ts';
import { notificationLabel, notificationText } from '../../notifications/notifications-feature.ts';
import {
  renderMail,
  renderNotification,
  renderTestMail,
  type RenderedMail,
} from '../../../platform/mail/render-mail.ts';

/** A sample of each mail, with made-up data. `key` names it in URLs. */
export interface MailSample {
  readonly key: string;
  readonly label: string;
  readonly render: () => RenderedMail;
}

const facts: NotificationFacts = {
  order_id: 1,
  order_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
  order_number: 'COT-2026-000123',
  description: 'Defensivos para a soja',
  deadline_date: '2026-12-15',
  items_count: 14,
  delivery_city: 'Sorriso',
  delivery_state: 'MT',
  proposals_count: 3,
  proposal_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a12',
  total_amount: '184250.00',
  priced_items: 12,
  question_id: 1,
  reason: 'O prazo de entrega não atende ao plantio',
  user_id: 1,
  user_type: 'fornecedor',
  needs_approval: true,
  plan: 'Safra',
  subscription_status: 'active',
  due_date: '2026-12-01',
  days: 7,
  payment_id: 1,
  amount: '199.90',
  payment_method: 'pix',
  refund_amount: '99.95',
  refund_status: 'succeeded',
  import_id: 1,
  import_type: 'products',
  import_state: 'completed',
  created: 120,
  skipped: 4,
  invalid: 1,
  job_id: 1,
  job_name: 'mail.send',
  attempts: 9,
};
const reader = { name: 'Ana Souza', user_type: 'produtor' } as const;

/** Returns the samples: account mails first, then each notification of each profile. */
export function mailSamples({
  publicUrl,
  zone,
}: {
  publicUrl: () => string;
  zone: string;
}): MailSample[] {
  const accounts = (Object.keys(mailTexts) as MailTemplate[]).map((template) => ({
    // the table's own keys
    key: template,
    label: `Conta: ${mailTexts[template].subject}`,
    render: () => renderMail(template, reader, 'exemplo', { publicUrl: publicUrl() }),
  }));
  const notifications = notificationProfiles.flatMap((profile) =>
    eventsOf(profile).map((type) => ({
      key: `${profile}-${type}`,
      label: `${profile}: ${notificationLabel(type, profile)}`,
      render: () =>
        renderNotification(notificationText({ type, profile, facts, zone }), reader, {
          publicUrl: publicUrl(),
        }),
    })),
  );
  return [
    ...accounts,
    ...notifications,
    { key: 'test', label: 'Teste de envio', render: renderTestMail },
  ];
}
