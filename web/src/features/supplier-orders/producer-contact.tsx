import type { SupplierOrder } from '@lavra/contract/orders/schemas';
import { maskPhone } from '../../text/masks.ts';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import styles from './supplier-orders.module.css';

/** The producer's contact, which the service returns only to the winner. */
export function ProducerContact({
  contact: { name, phone, email, address },
}: {
  readonly contact: NonNullable<SupplierOrder['producer_contact']>;
}) {
  return (
    <section className={styles['award']} aria-label="Contato do produtor">
      <h2>
        <CheckCircleIcon size={24} />
        Sua proposta foi aceita. Fale com o produtor.
      </h2>
      <p>Ele não recebe o seu contato: a conversa começa por você.</p>
      <dl className={styles['terms']}>
        <div>
          <dt>Produtor</dt>
          <dd>{name}</dd>
        </div>
        {phone !== null && (
          <div>
            <dt>Telefone</dt>
            <dd>
              <a href={`tel:+55${phone}`}>{maskPhone(phone)}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        {address !== null && (
          <div data-wide>
            <dt>Endereço</dt>
            <dd>{address}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
