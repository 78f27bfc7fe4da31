import { Button } from '@mantine/core';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { internationalPhone } from '@lavra/domain/phone';
import { maskPhone } from '../../text/masks.ts';
import { ActionRow, Term, TermList, WonCard } from '../../ui/record.tsx';
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
  <WonCard title={title} label="Contato do produtor">
    <p>Ele não recebe o seu contato: a conversa começa por você.</p>
    <Ways contact={contact} number={number} />
    <Details contact={contact} />
  </WonCard>
);

/** The ways to begin the conversation. */
const Ways = ({
  contact: { phone, email },
  number,
}: Pick<ProducerContactProps, 'contact' | 'number'>) => (
  <ActionRow>
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
  </ActionRow>
);

const Details = ({
  contact: { name, phone, email, address },
}: Pick<ProducerContactProps, 'contact'>) => (
  <TermList>
    <Term name="Produtor">{name}</Term>
    {phone !== null && (
      <Term name="Telefone">
        <a href={`tel:+55${phone}`} className="lv-link">
          {maskPhone(phone)}
        </a>
      </Term>
    )}
    <Term name="E-mail">
      <a href={`mailto:${email}`} className="lv-link">
        {email}
      </a>
    </Term>
    {address !== null && (
      <Term name="Endereço" wide>
        {address}
      </Term>
    )}
  </TermList>
);
