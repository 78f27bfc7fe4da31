import { Button } from '@mantine/core';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { onlyIn } from './draft-facts.ts';
import { readDraft, type DraftValues } from './draft-values.ts';
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
  const saved = readDraft(stored);
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
          other={saved}
          action="Continuar com esta"
          onChoose={() => onMine(stored)}
        />
        <Version
          title={`Salva em ${formatDateTime(stored.updated_at)}`}
          values={saved}
          other={values}
          action="Usar a versão salva"
          onChoose={() => onTheirs(stored)}
        />
      </div>
    </section>
  );
}

/** The most differences that are shown of a version. */
const MOST_SHOWN = 30;

interface VersionProps {
  readonly title: string;
  readonly values: DraftValues;
  readonly other: DraftValues;
  readonly action: string;
  readonly onChoose: () => void;
}

/** A version by what it says and the other one does not. */
function Version({ title, values, other, action, onChoose }: VersionProps) {
  const different = onlyIn(values, other);
  return (
    <div>
      <h3>{title}</h3>
      <p>
        {countOf(values.items.length, ['item', 'itens'], 'Nenhum item')}.{' '}
        {different.length > 0 ? 'Só nesta versão:' : 'Tudo o que ela diz está também na outra.'}
      </p>
      {different.length > 0 && (
        <ul>
          {different.slice(0, MOST_SHOWN).map((line, index) => (
            <li key={index}>{line}</li>
          ))}
          {different.length > MOST_SHOWN && <li>E mais {different.length - MOST_SHOWN}.</li>}
        </ul>
      )}
      <Button size="sm" variant="default" onClick={onChoose}>
        {action}
      </Button>
    </div>
  );
}
