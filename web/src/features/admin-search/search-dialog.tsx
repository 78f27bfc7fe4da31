import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useRead } from '../../data/use-api.ts';
import { SearchBox } from '../../lists/search-box.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './search.module.css';

interface Hit {
  readonly to: string;
  readonly name: string;
  readonly note: string;
}
interface Group {
  readonly title: string;
  readonly hits: readonly Hit[];
}
interface Person {
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Shows the first results of each list that the user may see; arrow keys move between results,
 * Enter opens one.
 */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const { groups, isWaiting } = useHits(text);
  const box = useRef<HTMLDivElement>(null);
  // Enter pressed before the results arrive opens the first one as soon as it is there.
  const entered = useRef<string>(undefined);
  const openFirst = (): void => {
    if (entered.current === undefined || entered.current !== text || isWaiting) return;
    entered.current = undefined;
    box.current?.querySelector('a')?.click();
  };
  useEffect(openFirst);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement))
      return walk(event, box.current);
    entered.current = event.target.value.trim();
    return openFirst();
  };
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <Dialog title="Ir para…" onClose={onClose}>
      <div ref={box} className={styles['box']} onKeyDown={press}>
        <SearchBox
          label="Cotação, produtor, fornecedor ou consultor"
          placeholder="Número, nome, e-mail ou documento"
          value={text}
          onSearch={setText}
        />
        <p className="lv-hidden" role="status">
          {text === '' || isWaiting
            ? ''
            : countOf(total, ['resultado', 'resultados'], 'Nenhum resultado')}
        </p>
        {text !== '' && !isWaiting && total === 0 && <p>Nada encontrado para “{text}”.</p>}
        {groups
          .filter(({ hits }) => hits.length > 0)
          .map(({ title, hits }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {hits.map(({ to, name, note }) => (
                  <li key={to}>
                    <Link to={to} onClick={onClose}>
                      {name}
                      <small>{note}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </Dialog>
  );
}

function useHits(text: string): { readonly groups: readonly Group[]; readonly isWaiting: boolean } {
  const [orders, producers, suppliers, consultants] = [
    useMay('orders.view'),
    useMay('producers.view'),
    useMay('suppliers.view'),
    useMay('consultants.view'),
  ];
  const input = { query: { q: text, per_page: 5 } } as const;
  const when = (may: boolean) => ({ enabled: may && text !== '', keepPrevious: text !== '' });
  const reads = [
    useRead('listAdminOrders', input, when(orders)),
    useRead('listAdminProducers', input, when(producers)),
    useRead('listAdminSuppliers', input, when(suppliers)),
    useRead('listAdminConsultants', input, when(consultants)),
  ] as const;
  const people = (
    title: string,
    pathOf: (id: string) => string,
    found: { readonly data: readonly Person[] } | undefined,
  ): Group => ({
    title,
    hits: (found?.data ?? []).map(({ uuid, name, email }) => ({
      to: pathOf(uuid),
      name,
      note: email,
    })),
  });
  const groups: readonly Group[] =
    text === ''
      ? []
      : [
          {
            title: 'Cotações',
            hits: (reads[0].data?.data ?? []).map(({ uuid, number, description, producer }) => ({
              to: adminPaths.order(uuid),
              name: number,
              note: `${producer.name}: ${description}`,
            })),
          },
          people('Produtores', adminPaths.producer, reads[1].data),
          people('Fornecedores', adminPaths.supplier, reads[2].data),
          people('Consultores', adminPaths.consultant, reads[3].data),
        ];
  return { groups, isWaiting: reads.some(({ isFetching }) => isFetching) };
}

/** Moves the focus up and down from the field through the results. */
function walk(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('input, a') ?? [])];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus();
}
