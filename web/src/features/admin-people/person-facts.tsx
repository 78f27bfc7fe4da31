import type { Address } from '@lavra/contract/accounts/schemas';
import type { PersonSubscription } from '@lavra/contract/admin/people';
import { addressKindLabels } from '@lavra/domain/address/address-kind';
import { documentTypeLabels } from '@lavra/domain/document/document';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionStatusLabels } from '@lavra/domain/subscription/subscription-machine';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { maskPhone, maskPostalCode } from '../../text/masks.ts';
import { Card } from '../../ui/page.tsx';
import { Facts, type Fact } from '../admin-kit/record.tsx';
import { documentText, type PersonRow } from './people-columns.tsx';

/** Shows how to reach a person, and when the account was created. */
export function IdentityCard({
  person,
  more = [],
}: {
  readonly person: PersonRow & { readonly email_verified: boolean; readonly updated_at: string };
  readonly more?: readonly Fact[];
}) {
  const {
    email,
    email_verified,
    document_type,
    phone,
    mobile,
    created_at,
    updated_at,
    deleted_at,
  } = person;
  return (
    <Card title="Dados">
      <Facts
        facts={[
          {
            label: 'E-mail',
            value: (
              <>
                <a href={`mailto:${email}`}>{email}</a>
                {email_verified ? ' (confirmado)' : ' (não confirmado)'}
              </>
            ),
          },
          {
            label: document_type === null ? 'Documento' : documentTypeLabels[document_type],
            value: documentText(person),
          },
          { label: 'Telefone', value: phone === null ? null : maskPhone(phone) },
          { label: 'Celular', value: mobile === null ? null : maskPhone(mobile) },
          ...more,
          { label: 'Cadastro', value: formatDateTime(created_at) },
          { label: 'Última alteração', value: formatDateTime(updated_at) },
          ...(deleted_at === null
            ? []
            : [{ label: 'Excluído', value: formatDateTime(deleted_at) }]),
        ]}
      />
    </Card>
  );
}

/** Shows every address, with a link to a map where its coordinates are known. */
export function AddressesCard({ addresses }: { readonly addresses: readonly Address[] }) {
  return (
    <Card title="Endereços">
      <Facts
        facts={addresses.map((address, index) => ({
          label: `${index + 1}. ${address.name} (${addressKindLabels[address.kind]})`,
          wide: true,
          value: (
            <>
              {[
                address.street,
                address.number,
                address.complement,
                address.district,
                `${address.city}/${address.state}`,
                maskPostalCode(address.postal_code),
              ]
                .filter((part) => part !== null && part !== '')
                .join(', ')}
              <MapLink address={address} />
            </>
          ),
        }))}
      />
    </Card>
  );
}

function MapLink({ address: { latitude, longitude } }: { readonly address: Address }) {
  if (latitude === null || longitude === null) return null;
  return (
    <>
      {' '}
      ·{' '}
      <a
        href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=12/${latitude}/${longitude}`}
        target="_blank"
        rel="noreferrer"
      >
        ver no mapa<span className="lv-hidden"> (abre outra página)</span>
      </a>
    </>
  );
}

/** Shows a person's plan. */
export function SubscriptionCard({
  subscription,
}: {
  readonly subscription: PersonSubscription | null;
}) {
  return (
    <Card title="Assinatura">
      {subscription === null ? (
        <p>Sem assinatura.</p>
      ) : (
        <Facts
          facts={[
            { label: 'Plano', value: subscription.plan.name },
            { label: 'Situação', value: subscriptionStatusLabels[subscription.status] },
            { label: 'Ciclo', value: billingCycleLabels[subscription.billing_cycle] },
            { label: 'Vencimento', value: formatDate(subscription.due_date) },
          ]}
        />
      )}
    </Card>
  );
}
