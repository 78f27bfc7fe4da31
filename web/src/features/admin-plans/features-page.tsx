import { Button } from '@mantine/core';
import type { Feature } from '@lavra/contract/admin/plans';
import { featureTypes } from '@lavra/domain/subscription/feature';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { LayersIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, Acts, May, RowButton, SectionTabs, Two } from '../admin-kit/parts.tsx';
import { FeatureDialog, featureTypeLabels } from './feature-dialog.tsx';
import { planTabs, profileLabels } from './plan-texts.ts';

const filters = {
  type: choice(
    'tipo',
    'Tipo',
    featureTypes.map((type) => [type, featureTypeLabels[type]] as const),
  ),
  profile: choice(
    'perfil',
    'Perfil',
    planProfiles.map((profile) => [profile, profileLabels[profile]] as const),
  ),
} as const;

type Doing =
  | { readonly what: 'create' }
  | { readonly what: 'look' | 'edit' | 'delete'; readonly feature: Feature };

/** The features that plans include or limit. */
export function FeaturesPage() {
  const list = useList({
    sorts: ['key', 'name', 'created_at'],
    first: { field: 'name', descending: false },
    filters,
  });
  const features = useRead(
    'listFeatures',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <ListPage
      title="Recursos dos planos"
      caption="Recursos"
      words={['recurso', 'recursos']}
      above={<SectionTabs label="Planos" tabs={planTabs} />}
      search={{ label: 'Buscar recurso', placeholder: 'Nome ou chave' }}
      list={list}
      query={features}
      columns={useColumns(setDoing)}
      keyOf={({ id }) => id}
      actions={
        <May permission="plans.create">
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setDoing({ what: 'create' })}>
            Novo recurso
          </Button>
        </May>
      }
      empty={
        <State icon={LayersIcon} title="Nenhum recurso ainda">
          Um recurso é um limite, como cotações ao mesmo tempo, ou um sim ou não.
        </State>
      }
    >
      {doing?.what === 'create' && <FeatureDialog onClose={close} />}
      {doing?.what === 'look' && (
        <FactsDialog
          title={doing.feature.name}
          facts={[
            { label: 'Chave', value: <code>{doing.feature.key}</code> },
            { label: 'Tipo', value: featureTypeLabels[doing.feature.type] },
            { label: 'Descrição', value: doing.feature.description, wide: true },
          ]}
          onClose={close}
        />
      )}
      {doing?.what === 'edit' && <FeatureDialog feature={doing.feature} onClose={close} />}
      {doing?.what === 'delete' && <DeleteDialog feature={doing.feature} onClose={close} />}
    </ListPage>
  );
}

function DeleteDialog({
  feature,
  onClose,
}: {
  readonly feature: Feature;
  readonly onClose: () => void;
}) {
  const remove = useChange('deleteFeature');
  return (
    <ConfirmDialog
      title="Excluir o recurso?"
      action="Excluir recurso"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{feature.name}</strong> sai da lista. Essa ação não poderá ser desfeita.
        </p>
      }
      run={async () => {
        toast((await remove.mutateAsync({ params: { id: String(feature.id) } })).message);
      }}
    />
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<Feature>[] {
  const mayEdit = useMay('plans.edit');
  const mayDelete = useMay('plans.delete');
  return [
    {
      name: 'name',
      label: 'Recurso',
      sort: 'name',
      bare: true,
      cell: (feature) => (
        <Two
          first={
            <RowButton onClick={() => act({ what: mayEdit ? 'edit' : 'look', feature })}>
              {feature.name}
            </RowButton>
          }
          second={feature.description}
        />
      ),
    },
    { name: 'key', label: 'Chave', sort: 'key', cell: ({ key }) => <code>{key}</code> },
    { name: 'type', label: 'Tipo', cell: ({ type }) => featureTypeLabels[type] },
    {
      name: 'profile',
      label: 'Perfil',
      cell: ({ profile }) => (profile === null ? 'Todos' : profileLabels[profile]),
    },
    {
      name: 'plans',
      label: 'Em planos',
      align: 'right',
      cell: ({ plans_count }) => countOf(plans_count, ['plano', 'planos'], 'nenhum'),
    },
    {
      name: 'acts',
      label: 'Ações',
      align: 'right',
      bare: true,
      cell: (feature) =>
        mayDelete &&
        feature.plans_count === 0 && (
          <Acts>
            <Act
              label={`Excluir o recurso ${feature.name}`}
              danger
              onClick={() => act({ what: 'delete', feature })}
            >
              Excluir
            </Act>
          </Acts>
        ),
    },
  ];
}
