import { Button } from '@mantine/core';
import type { Feature } from '@lavra/contract/admin/plans';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import type { FeatureValue } from '@lavra/domain/subscription/feature';
import { planProfiles, type PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { Chips } from '../../lists/chips.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { useMay } from '../../runtime/context.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { LayersIcon } from '../../ui/icons.tsx';
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

/** The plans of one profile; unsaved changes to another profile stay, and are saved together. */
function Matrix({ profile, all, features }: MatrixProps) {
  const plans = all.filter(({ profile_type }) => profile_type === profile);
  const mayEdit = useMay('plans.edit');
  const [changes, setChanges] = useState<Readonly<Record<number, Given>>>({});
  const [busy, once] = useOneAtATime();
  const save = useChange('setPlanFeatures');
  const dirty = all.filter((plan) => {
    const changed = changes[plan.id];
    return changed !== undefined && !isSame(changed, givenOf(plan));
  });
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
  const set = (plan: Plan, key: string, value: FeatureValue | undefined): void =>
    setChanges({ ...changes, [plan.id]: { ...(changes[plan.id] ?? givenOf(plan)), [key]: value } });
  const saveAll = async (): Promise<void> => {
    if (dirty.length === 0) return;
    try {
      for (const plan of dirty) {
        const given = Object.entries(changes[plan.id] ?? {}).flatMap(([key, value]) =>
          value === undefined ? [] : [{ key, value }],
        );
        await save.mutateAsync({ params: { id: String(plan.id) }, body: { features: given } });
      }
      setChanges({});
      toast(
        dirty.length === 1 ? `${dirty[0]?.name ?? ''} salvo.` : `${dirty.length} planos salvos.`,
      );
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
    }
  };
  return (
    <>
      <LeaveGuard when={dirty.length > 0} />
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
            <tbody>
              {features.map((feature) => (
                <tr key={feature.id}>
                  <th scope="row">
                    {feature.name}
                    <small>{feature.key}</small>
                  </th>
                  {plans.map((plan) => (
                    <td key={plan.id}>
                      <MatrixCell
                        feature={feature}
                        plan={plan.name}
                        value={(changes[plan.id] ?? givenOf(plan))[feature.key]}
                        readOnly={!mayEdit}
                        onChange={(value) => set(plan, feature.key, value)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      {mayEdit && (
        <div className={styles['save']}>
          <p role="status">
            {dirty.length === 0
              ? 'Nada a salvar.'
              : `Alterados: ${dirty.map(({ name }) => name).join(', ')}. Vale para quem já tem o plano.`}
          </p>
          {dirty.length > 0 && (
            <Button variant="default" onClick={() => setChanges({})}>
              Desfazer
            </Button>
          )}
          <Button
            aria-disabled={busy || dirty.length === 0}
            onClick={() => {
              void once(saveAll);
            }}
          >
            {busy ? 'Salvando…' : 'Salvar'}
          </Button>
        </div>
      )}
    </>
  );
}
