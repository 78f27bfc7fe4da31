import { useQuery } from '@tanstack/react-query';
import type { User } from '@lavra/contract/accounts/schemas';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { usePortal } from '../../runtime/context.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import { CoverageFields } from './coverage-fields.tsx';
import { writeCoverage, type ChosenCity, type CoverageValues } from './coverage-form.ts';
import { useProfile, useSaveProfile } from './use-profile.ts';

/** The page with a supplier's delivery area. */
export function CoveragePage() {
  usePageTitle('Onde você entrega – Minha conta');
  const profile = useProfile();
  return (
    <QueryView query={profile}>{(user) => <NamedCoverage key={user.id} user={user} />}</QueryView>
  );
}

/** Loads the municipalities with these codes, with the states they belong to. */
function useNamedCities(ids: readonly number[]) {
  const { api } = usePortal();
  return useQuery({
    queryKey: ['namedCities', ids],
    staleTime: Infinity,
    queryFn: async (): Promise<readonly ChosenCity[]> => {
      if (ids.length === 0) return [];
      const { data: states } = await api.call('listStates');
      // The first two digits of a municipality's code are its state's.
      const wanted = states.filter(({ code }) =>
        ids.some((id) => Math.floor(id / 100_000) === code),
      );
      const pages = await Promise.all(
        wanted.map(({ uf }) => api.call('listCities', { query: { state: uf, per_page: 1000 } })),
      );
      return pages
        .flatMap(({ data }) => data)
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name, state }) => ({ id, name, state }));
    },
  });
}

/** The record holds the codes of municipalities, the form shows their names. */
function NamedCoverage({ user }: { readonly user: User }) {
  const names = useNamedCities(user.supplier?.coverage.city_ids ?? []);
  if (names.isPending)
    return (
      <Card>
        <Loading />
      </Card>
    );
  return (
    <QueryView query={names}>
      {(cities) => (
        <CoverageForm
          coverage={{
            kind: user.supplier?.coverage.kind ?? 'national',
            states: user.supplier?.coverage.states ?? [],
            cities,
          }}
        />
      )}
    </QueryView>
  );
}

function CoverageForm({ coverage }: { readonly coverage: CoverageValues }) {
  const save = useSaveProfile();
  const form = useForm<{ coverage: CoverageValues }>({
    initial: { coverage },
    draftKey: 'atuacao',
    fieldNames: { 'coverage.city_ids': 'coverage.cities' },
    rules: {
      coverage: {
        states: (states, values) =>
          values.coverage.kind === 'states' && states.length === 0
            ? 'Escolha ao menos um estado.'
            : null,
        cities: (cities, values) =>
          values.coverage.kind === 'cities' && cities.length === 0
            ? 'Escolha ao menos um município.'
            : null,
      },
    },
    send: (values) => save({ coverage: writeCoverage(values.coverage) }, 'Área de entrega salva.'),
  });
  return (
    <Card title="Onde você entrega" lead="Você recebe avisos das cotações com entrega nesta área.">
      <Form form={form} action="Salvar área de entrega" acting="Salvando…">
        <CoverageFields
          hiddenLegend
          value={form.fields.values.coverage}
          errors={form.fields.errors}
          onChange={(next) => form.fields.setFieldValue('coverage', next)}
        />
      </Form>
    </Card>
  );
}
