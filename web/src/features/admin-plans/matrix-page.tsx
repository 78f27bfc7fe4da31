import { Button } from '@mantine/core';
import type { Feature } from '@lavra/contract/admin/plans';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import type { FeatureValue } from '@lavra/domain/subscription/feature';
import { planProfiles, type PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { Chips } from '../../lists/chips.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { useMay } from '../../runtime/context.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { LayersIcon } from '../../ui/page-icons.tsx';
import { toast } from '../../ui/toasts.tsx';
import { SectionTabs } from '../admin-kit/parts.tsx';
import { unlessDefault } from '../admin-kit/list-state.ts';
import { MatrixCell } from './matrix-cell.tsx';
import styles from './matrix.module.css';
import { allPlans, planTabs, profileLabels } from './plan-texts.ts';

/** The feature values of a plan; a feature without a value is not restricted. */
export type Given = Readonly<Record<string, FeatureValue | undefined>>;

/** The value of each feature in each plan of a profile. */
export function PlanMatrixPage() {
  const [search, change] = useAddress();
  const profile = readWord(search['perfil'], planProfiles, 'producer');
  const plans = useRead('listPlans', { query: allPlans });
  const features = useRead('listFeatures', { query: { per_page: 100, sort: 'name' } });
  return (
    <Page title="O que cada plano dá">
      <SectionTabs label="Planos" tabs={planTabs} />
      <Chips
        label="Perfil"
        value={profile}
        options={planProfiles.map((one) => [one, profileLabels[one]] as const)}
        onChange={(next) => change({ perfil: unlessDefault(next, 'producer') })}
      />
      <QueryView query={plans}>
        {({ data }) => (
          <QueryView query={features}>
            {(known) => (
              <Matrix
                profile={profile}
                all={data}
                features={known.data.filter(
                  (feature) => feature.profile === null || feature.profile === profile,
                )}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

const givenOf = (plan: Plan): Given =>
  Object.fromEntries(plan.features.map(({ key, value }) => [key, value]));
const isSame = (a: Given, b: Given): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((key) => a[key] === b[key]);

interface MatrixProps {
  readonly profile: PlanProfile;
  readonly all: readonly Plan[];
  readonly features: readonly Feature[];
}

/** The changes to plans that are not saved yet, by the plan's id. */
function useUnsaved(all: readonly Plan[]) {
  const [changes, setChanges] = useState<Readonly<Record<number, Given>>>({});
  const [busy, once] = useOneAtATime();
  const save = useChange('setPlanFeatures');
  const given = (plan: Plan): Given => changes[plan.id] ?? givenOf(plan);
  const dirty = all.filter((plan) => !isSame(given(plan), givenOf(plan)));
  const saveAll = async (): Promise<void> => {
    if (dirty.length === 0) return;
    try {
      for (const plan of dirty) {
        const features = Object.entries(given(plan)).flatMap(([key, value]) =>
          value === undefined ? [] : [{ key, value }],
        );
        await save.mutateAsync({ params: { id: String(plan.id) }, body: { features } });
      }
      setChanges({});
      toast(
        dirty.length === 1 ? `${dirty[0]?.name ?? ''} salvo.` : `${dirty.length} planos salvos.`,
      );
    } catch (error) {
      toastProblem(error);
    }
  };
  return {
    given,
    dirty,
    busy,
    set: (plan: Plan, key: string, value: FeatureValue | undefined): void =>
      setChanges({ ...changes, [plan.id]: { ...given(plan), [key]: value } }),
    undo: (): void => setChanges({}),
    save: (): void => {
      void once(saveAll);
    },
  };
}

type Unsaved = ReturnType<typeof useUnsaved>;

/** The plans of one profile; unsaved changes to another profile stay, and are saved together. */
function Matrix({ profile, all, features }: MatrixProps) {
  const plans = all.filter(({ profile_type }) => profile_type === profile);
  const mayEdit = useMay('plans.edit');
  const unsaved = useUnsaved(all);
  if (plans.length === 0 || features.length === 0)
    return (
      <Card>
        <State
          icon={LayersIcon}
          title={`Nada a mostrar para ${profileLabels[profile].toLowerCase()}`}
        >
          Crie ao menos um plano e um recurso deste perfil.
        </State>
      </Card>
    );
  return (
    <>
      <LeaveGuard when={unsaved.dirty.length > 0} />
      <Card flush>
        <div
          className={styles['scroll']}
          role="region"
          aria-label="Recursos por plano"
          tabIndex={0}
        >
          <table className={styles['matrix']}>
            <caption className="lv-hidden">
              O que cada plano de {profileLabels[profile].toLowerCase()} dá
            </caption>
            <Head plans={plans} dirty={unsaved.dirty} />
            <tbody>
              {features.map((feature) => (
                <FeatureRow key={feature.id} {...{ feature, plans, unsaved }} readOnly={!mayEdit} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      {mayEdit && <SaveBar unsaved={unsaved} />}
    </>
  );
}

const Head = ({ plans, dirty }: { readonly plans: readonly Plan[] } & Pick<Unsaved, 'dirty'>) => (
  <thead>
    <tr>
      <th scope="col">Recurso</th>
      {plans.map((plan) => (
        <th key={plan.id} scope="col">
          {plan.name}
          {!plan.is_active && <small>desativado</small>}
          {dirty.includes(plan) && <small data-dirty>alterado</small>}
        </th>
      ))}
    </tr>
  </thead>
);

interface FeatureRowProps {
  readonly feature: Feature;
  readonly plans: readonly Plan[];
  readonly unsaved: Unsaved;
  readonly readOnly: boolean;
}

const FeatureRow = ({ feature, plans, unsaved: { given, set }, readOnly }: FeatureRowProps) => (
  <tr>
    <th scope="row">
      {feature.name}
      <small>{feature.key}</small>
    </th>
    {plans.map((plan) => (
      <td key={plan.id}>
        <MatrixCell
          feature={feature}
          plan={plan.name}
          value={given(plan)[feature.key]}
          readOnly={readOnly}
          onChange={(value) => set(plan, feature.key, value)}
        />
      </td>
    ))}
  </tr>
);

const SaveBar = ({ unsaved: { dirty, busy, undo, save } }: { readonly unsaved: Unsaved }) => (
  <div className={styles['save']}>
    <p role="status">
      {dirty.length === 0
        ? 'Nada a salvar.'
        : `Alterados: ${dirty.map(({ name }) => name).join(', ')}. Vale para quem já tem o plano.`}
    </p>
    {dirty.length > 0 && (
      <Button variant="default" onClick={undo}>
        Desfazer
      </Button>
    )}
    <Button aria-disabled={busy || dirty.length === 0} onClick={save}>
      {busy ? 'Salvando…' : 'Salvar'}
    </Button>
  </div>
);
