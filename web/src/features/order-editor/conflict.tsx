import { Button } from '@mantine/core';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { readDraft, shownProduct, type DraftValues } from './draft-values.ts';
import styles from './editor.module.css';

/** Shows two versions of a draft; the user chooses which one to continue with. */
export function Conflict({
  stored,
  values,
  onMine,
  onTheirs,
}: {
  readonly stored: ProducerOrder;
  readonly values: DraftValues;
  readonly onMine: (theirs: ProducerOrder) => void;
  readonly onTheirs: (theirs: ProducerOrder) => void;
}) {
  return (
    <section className={styles['conflict']} role="alert">
      <h2>
        <AlertIcon />
        Este rascunho foi alterado em outro aparelho ou janela
      </h2>
      <p>Nada se perdeu. Escolha com qual versão continuar; a outra será substituída.</p>
      <div className={styles['versions']}>
        <Version
          title="Neste aparelho"
          values={values}
          action="Continuar com esta"
          onChoose={() => onMine(stored)}
        />
        <Version
          title={`Salva em ${formatDateTime(stored.updated_at)}`}
          values={readDraft(stored)}
          action="Usar a versão salva"
          onChoose={() => onTheirs(stored)}
        />
      </div>
    </section>
  );
}

function Version({
  title,
  values: { description, deadline_date, items, city, state },
  action,
  onChoose,
}: {
  readonly title: string;
  readonly values: DraftValues;
  readonly action: string;
  readonly onChoose: () => void;
}) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        <li>{description || 'Sem descrição'}</li>
        <li>
          {deadline_date === '' ? 'Sem prazo' : `Prazo ${formatDate(deadline_date)}`}
          {city === '' ? '' : `, entrega em ${city}/${state}`}
        </li>
        <li>
          {countOf(items.length, ['item', 'itens'], 'Nenhum item')}
          {items.length === 0
            ? ''
            : `: ${items
                .slice(0, 4)
                .map((item) => `${shownProduct(item).name} (${item.quantity || '?'} ${item.unit})`)
                .join(', ')}${items.length > 4 ? '…' : ''}`}
        </li>
      </ul>
      <Button size="sm" variant="default" onClick={onChoose}>
        {action}
      </Button>
    </div>
  );
}
