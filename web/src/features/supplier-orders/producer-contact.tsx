import { Button } from '@mantine/core';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { internationalPhone } from '@lavra/domain/phone';
import { maskPhone } from '../../text/masks.ts';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import styles from './supplier-orders.module.css';
import { isMobile, whatsAppTo } from './whatsapp.ts';

type Contact = NonNullable<SupplierOrder['producer_contact']>;

interface ProducerContactProps {
  /** The order's number, by which the prepared message names it. */
  readonly number: string;
  readonly title?: string;
  readonly contact: Contact;
}

/** The producer's contact, which the service returns only to the winner. */
export const ProducerContact = ({
  contact,
  number,
  title = 'Sua proposta foi aceita. Fale com o produtor.',
}: ProducerContactProps) => (
  <section className={styles['award']} aria-label="Contato do produtor">
    <h2>
      <CheckCircleIcon size={24} />
      {title}
    </h2>
    <p>Ele não recebe o seu contato: a conversa começa por você.</p>
    <Ways contact={contact} number={number} />
    <Details contact={contact} />
  </section>
);

/** The ways to begin the conversation. */
const Ways = ({
  contact: { phone, email },
  number,
}: Pick<ProducerContactProps, 'contact' | 'number'>) => (
  <div className={styles['actions']}>
    {phone !== null && isMobile(phone) && (
      <Button
        component="a"
        href={whatsAppTo(phone, number)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Chamar no WhatsApp
      </Button>
    )}
    {phone !== null && (
      <Button component="a" variant="default" href={`tel:+${internationalPhone(phone)}`}>
        Ligar
      </Button>
    )}
    <Button
      component="a"
      variant="default"
      href={`mailto:${email}?subject=${encodeURIComponent(`Cotação ${number}`)}`}
    >
      Escrever um e-mail
    </Button>
  </div>
);

const Details = ({
  contact: { name, phone, email, address },
}: Pick<ProducerContactProps, 'contact'>) => (
  <dl className={styles['terms']}>
    <div>
      <dt>Produtor</dt>
      <dd>{name}</dd>
    </div>
    {phone !== null && (
      <div>
        <dt>Telefone</dt>
        <dd>
          <a href={`tel:+55${phone}`} className="lv-link">
            {maskPhone(phone)}
          </a>
        </dd>
      </div>
    )}
    <div>
      <dt>E-mail</dt>
      <dd>
        <a href={`mailto:${email}`} className="lv-link">
          {email}
        </a>
      </dd>
    </div>
    {address !== null && (
      <div data-wide>
        <dt>Endereço</dt>
        <dd>{address}</dd>
      </div>
    )}
  </dl>
);
