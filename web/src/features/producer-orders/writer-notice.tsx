import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Notice } from '../../ui/states.tsx';
import type { ShownOrder } from './use-order.ts';

/** Returns whose draft it is, for a producer whose consultant wrote it. */
export const writerOf = ({
  status,
  written_by,
}: Pick<ShownOrder, 'status' | 'written_by'>): string | undefined =>
  status !== 'rascunho' || written_by === null
    ? undefined
    : `Rascunho de ${written_by.name}, seu consultor`;

/**
 * Says who wrote a draft: to its producer, who publishes it, and to the consultant, who does not.
 */
export function WriterNotice({
  order,
  isAtReview = false,
}: {
  readonly order: ShownOrder;
  readonly isAtReview?: boolean;
}) {
  const { uuid, status, producer, publication_requested_at: asked } = order;
  if (status !== 'rascunho') return null;
  if (producer !== undefined)
    return (
      <Notice tone="info" title={`Você escreve, e ${producer.name} publica.`}>
        <p>
          {asked === null
            ? 'Quando a cotação estiver pronta, peça a publicação na etapa Revisar.'
            : `Publicação pedida em ${formatDateTime(asked)}.`}
        </p>
      </Notice>
    );
  const writer = writerOf(order);
  if (writer === undefined && asked === null) return null;
  return (
    <Notice tone="info" title={`${writer ?? 'Seu consultor trabalhou neste rascunho'}.`}>
      <p>
        {asked === null
          ? 'Confira e mude o que quiser. Só você publica.'
          : `Pronto para publicar desde ${formatDateTime(asked)}. Confira os itens: só você publica.`}
      </p>
      {asked !== null && !isAtReview && (
        <p>
          <Link to={producerPaths.orderEditor(uuid)} search={{ passo: 'revisao' }}>
            Ir à revisão
          </Link>
        </p>
      )}
    </Notice>
  );
}
