import { Button } from '@mantine/core';
import type { Feature } from '@lavra/contract/admin/plans';
import { useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../portal/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { LayersIcon, PlusIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Filters, ListView, Search } from '../admin-lists/list-view.tsx';
import { Act, Acts, May, RowButton, SectionTabs, Two } from '../admin-lists/parts.tsx';
import { useList } from '../admin-lists/use-list.ts';
import { profileLabels } from '../admin-subscriptions/subscription-texts.ts';
import { FeatureDialog, featureTypeLabels } from './feature-dialog.tsx';
import { planReads, planTabs } from './plan-texts.ts';

type Doing = { readonly what: 'create' } | { readonly what: 'edit' | 'delete'; readonly feature: Feature };

/** The things that plans give more or less of. */
export function FeaturesPage() {
  const state = useList({ sorts: ['key', 'name', 'created_at'], first: { field: 'name', descending: false } });
  const list = useRead('listFeatures', { query: { ...state.paging, q: state.text } }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <Page title="Recursos dos planos" actions={<May permission="plans.create"><Button leftSection={<PlusIcon size={18} />} onClick={() => setDoing({ what: 'create' })}>Novo recurso</Button></May>}>
      <SectionTabs label="Planos" tabs={planTabs} />
      <Filters><Search label="Buscar recurso" placeholder="Nome ou chave" state={state} /></Filters>
      <ListView list={list} caption="Recursos" columns={useColumns(setDoing)} keyOf={({ id }) => id} state={state} empty={<State icon={LayersIcon} title="Nenhum recurso ainda">Um recurso é um limite, como cotações ao mesmo tempo, ou um sim ou não.</State>} />
      {doing?.what === 'create' && <FeatureDialog onClose={close} />}
      {doing?.what === 'edit' && <FeatureDialog feature={doing.feature} onClose={close} />}
      {doing?.what === 'delete' && <DeleteDialog feature={doing.feature} onClose={close} />}
    </Page>
  );
}

function DeleteDialog({ feature, onClose }: { readonly feature: Feature; readonly onClose: () => void }) {
  const remove = useChange('deleteFeature', { stale: planReads });
  return (
    <ConfirmDialog
      title="Excluir o recurso?" action="Excluir recurso" danger onClose={onClose} body={<p><strong>{feature.name}</strong> sai da lista. Essa ação não poderá ser desfeita.</p>}
      run={async () => { toast((await remove.mutateAsync({ params: { id: String(feature.id) } })).message); }}
    />
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<Feature>[] {
  const mayEdit = useMay('plans.edit');
  const mayDelete = useMay('plans.delete');
  return [
    { name: 'name', label: 'Recurso', sort: 'name', bare: true, cell: (feature) => <Two first={mayEdit ? <RowButton onClick={() => act({ what: 'edit', feature })}>{feature.name}</RowButton> : <strong>{feature.name}</strong>} second={feature.description} /> },
    { name: 'key', label: 'Chave', sort: 'key', cell: ({ key }) => <code>{key}</code> },
    { name: 'type', label: 'Tipo', cell: ({ type }) => featureTypeLabels[type] },
    { name: 'profile', label: 'Perfil', cell: ({ profile }) => (profile === null ? 'Todos' : profileLabels[profile]) },
    { name: 'plans', label: 'Em planos', align: 'right', cell: ({ plans_count }) => countOf(plans_count, ['plano', 'planos'], 'nenhum') },
    { name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (feature) => mayDelete && feature.plans_count === 0 && <Acts><Act label={`Excluir o recurso ${feature.name}`} danger onClick={() => act({ what: 'delete', feature })}>Excluir</Act></Acts> },
  ];
}
