import { formatDate } from '../text/dates.ts';
import { Term, TermList } from './record.tsx';
import { Card } from './page.tsx';

interface DeliveryTermsProps {
  /** Where to deliver, in one line. */
  readonly place: string;
  readonly order: {
    readonly delivery_date: string | null;
    readonly payment_terms: string | null;
    readonly notes: string | null;
  };
}

/** Where, until when and on which terms an order is to be delivered. */
export const DeliveryTerms = ({
  place,
  order: { delivery_date, payment_terms, notes },
}: DeliveryTermsProps) => (
  <Card title="Entrega e condições">
    <TermList>
      <Term name="Local de entrega">{place}</Term>
      <Term name="Entrega até">
        {delivery_date === null ? 'A combinar' : formatDate(delivery_date)}
      </Term>
      <Term name="Pagamento">{payment_terms ?? 'A combinar'}</Term>
      {notes !== null && (
        <Term name="Observações" wide>
          {notes}
        </Term>
      )}
    </TermList>
  </Card>
);
