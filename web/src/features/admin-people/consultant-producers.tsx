import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminConsultant } from '@lavra/contract/admin/consultants';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { SearchBox } from '../../lists/search-box.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { ActionRow } from '../../ui/record.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/toasts.tsx';
import kit from '../admin-kit/kit.module.css';
import styles from './people.module.css';

interface Linked {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

/** The producers that a consultant advises, as they are edited and then saved. */
function useLinks(consultant: AdminConsultant) {
  const [linked, setLinked] = useState<readonly Linked[]>(consultant.producers);
  const save = useChange('setConsultantProducers');
  const before = new Set(consultant.producers.map(({ id }) => id));
  const isChanged = linked.length !== before.size || linked.some(({ id }) => !before.has(id));
  const run = async (): Promise<void> => {
    if (save.isPending || !isChanged) return;
    try {
      await save.mutateAsync({
        params: { id: consultant.uuid },
        body: { producer_ids: linked.map(({ id }) => id) },
        ifMatch: consultant.version,
      });
      toast(
        `${consultant.name} atende ${countOf(linked.length, ['produtor', 'produtores'], 'nenhum produtor')}.`,
      );
    } catch (error) {
      toastProblem(error);
    }
  };
  return { linked, setLinked, before, isChanged, isPending: save.isPending, run };
}

/** Edits which producers a consultant advises. Changes are collected and saved together. */
export function ConsultantProducers({ consultant }: { readonly consultant: AdminConsultant }) {
  const { linked, setLinked, before, isChanged, isPending, run } = useLinks(consultant);
  const mayEdit = useMay('consultants.edit') && consultant.deleted_at === null;
  return (
    <Card
      title="Produtores vinculados"
      lead="O consultor vê as cotações e as propostas destes produtores e escreve rascunhos para eles. Publicar e decidir fica com o produtor."
    >
      {linked.length === 0 ? (
        <p>Nenhum produtor vinculado.</p>
      ) : (
        <LinkedProducers
          linked={linked}
          before={before}
          {...(mayEdit
            ? { onUnlink: (id: number) => setLinked(linked.filter((one) => one.id !== id)) }
            : {})}
        />
      )}
      {mayEdit && (
        <Finder
          taken={new Set(linked.map(({ id }) => id))}
          onFound={(one) => setLinked([...linked, one])}
        />
      )}
      {mayEdit && isChanged && (
        <ActionRow>
          <Button
            aria-disabled={isPending}
            onClick={() => {
              void run();
            }}
          >
            {isPending ? 'Salvando…' : 'Salvar vínculos'}
          </Button>
          <Button variant="default" onClick={() => setLinked(consultant.producers)}>
            Desfazer
          </Button>
        </ActionRow>
      )}
    </Card>
  );
}

interface LinkedProducersProps {
  readonly linked: readonly Linked[];
  /** The ids of those that are linked already. */
  readonly before: ReadonlySet<number>;
  readonly onUnlink?: (id: number) => void;
}

const LinkedProducers = ({ linked, before, onUnlink }: LinkedProducersProps) => (
  <ul className={styles['linked']}>
    {linked.map(({ id, uuid, name }) => (
      <li key={id}>
        <span>
          <Link to={adminPaths.producer(uuid)}>{name}</Link>
          {!before.has(id) && <small> (a salvar)</small>}
        </span>
        {onUnlink !== undefined && (
          <Button variant="subtle" size="sm" onClick={() => onUnlink(id)}>
            Desvincular<span className="lv-hidden"> {name}</span>
          </Button>
        )}
      </li>
    ))}
  </ul>
);

/** Finds producers by name or document, to be linked one by one. */
function Finder({
  taken,
  onFound,
}: {
  readonly taken: ReadonlySet<number>;
  readonly onFound: (one: Linked) => void;
}) {
  const [text, setText] = useState('');
  const found = useRead(
    'listAdminProducers',
    { query: { q: text, per_page: 8, sort: 'name' } },
    { enabled: text !== '', keepPrevious: true },
  );
  const rows = text === '' ? [] : (found.data?.data ?? []).filter(({ id }) => !taken.has(id));
  return (
    <>
      <SearchBox
        label="Vincular produtor"
        placeholder="Nome, e-mail ou CPF/CNPJ"
        value={text}
        onSearch={setText}
      />
      {text !== '' && !found.isPending && (
        <p className="lv-hidden" role="status">
          {countOf(
            rows.length,
            ['produtor encontrado', 'produtores encontrados'],
            'Nenhum produtor encontrado',
          )}
        </p>
      )}
      {text !== '' && !found.isPending && rows.length === 0 && (
        <p>Nenhum outro produtor com esta busca.</p>
      )}
      {rows.length > 0 && (
        <ul className={styles['linked']} aria-label="Produtores encontrados">
          {rows.map(({ id, uuid, name, city, state }) => (
            <li key={id}>
              <span className={kit['stack']}>
                {name}
                {city !== null && (
                  <small>
                    {city}/{state}
                  </small>
                )}
              </span>
              <Button variant="default" size="sm" onClick={() => onFound({ id, uuid, name })}>
                Vincular<span className="lv-hidden"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
