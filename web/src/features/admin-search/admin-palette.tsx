import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { useRested } from '../../forms/use-rested.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import type { PaletteProps } from '../../runtime/definition.ts';
import { Palette } from '../../shell/palette.tsx';
import type { PaletteGroup } from '../../shell/palette-entries.ts';

/** How long the text rests before the lists are read, in milliseconds. */
const REST = 300;

interface Person {
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
}

/** The palette of the administration: with the first results of each list that the user may see. */
export function AdminPalette(props: PaletteProps) {
  const [text, setText] = useState('');
  const { records, isWaiting } = useRecords(text.trim());
  return (
    <Palette
      {...props}
      label="Página, ação, cotação ou pessoa"
      placeholder="Nome, número, e-mail ou documento"
      text={text}
      onText={setText}
      records={records}
      isWaiting={isWaiting}
    />
  );
}

function useRecords(text: string): {
  readonly records: readonly PaletteGroup[];
  readonly isWaiting: boolean;
} {
  const [orders, purchases, producers, suppliers, consultants] = [
    useMay('orders.view'),
    useMay('purchases.view'),
    useMay('producers.view'),
    useMay('suppliers.view'),
    useMay('consultants.view'),
  ];
  const rested = useRested(text, REST);
  const input = { query: { q: rested, per_page: 5 } } as const;
  const when = (may: boolean) => ({ enabled: may && rested !== '', keepPrevious: rested !== '' });
  const reads = [
    useRead('listAdminOrders', input, when(orders)),
    useRead('listAdminProducers', input, when(producers)),
    useRead('listAdminSuppliers', input, when(suppliers)),
    useRead('listAdminConsultants', input, when(consultants)),
    useRead('listAdminPurchases', input, when(purchases)),
  ] as const;
  if (text === '') return { records: [], isWaiting: false };
  const people = (
    title: string,
    pathOf: (id: string) => string,
    found: { readonly data: readonly Person[] } | undefined,
  ): PaletteGroup => ({
    title,
    entries: (found?.data ?? []).map(({ uuid, name, email }) => ({
      to: pathOf(uuid),
      label: name,
      note: email,
    })),
  });
  const groups: readonly PaletteGroup[] = [
    {
      title: 'Cotações',
      entries: (reads[0].data?.data ?? []).map(({ uuid, number, description, producer }) => ({
        to: adminPaths.order(uuid),
        label: number,
        note: `${producer.name}: ${description}`,
      })),
    },
    {
      title: 'Compras',
      entries: (reads[4].data?.data ?? []).map(({ uuid, number, supplier, producer }) => ({
        to: adminPaths.purchase(uuid),
        label: number,
        note: `${supplier.name} para ${producer.name}`,
      })),
    },
    people('Produtores', adminPaths.producer, reads[1].data),
    people('Fornecedores', adminPaths.supplier, reads[2].data),
    people('Consultores', adminPaths.consultant, reads[3].data),
  ];
  return {
    records: rested === '' ? [] : groups.filter(({ entries }) => entries.length > 0),
    isWaiting: rested !== text || reads.some(({ isFetching }) => isFetching),
  };
}
