import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CheckField, ChoiceField, SelectField } from '../../forms/fields.tsx';
import { countOf } from '../../text/decimal.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/states.tsx';
import styles from './account.module.css';
import { byState, withCities, type ChosenCity, type CoverageValues } from './coverage-form.ts';
import { CitySearch } from './city-search.tsx';
import { useCities, useStates } from './city-fields.tsx';

interface CoverageFieldsProps {
  readonly value: CoverageValues;
  readonly onChange: (value: CoverageValues) => void;
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly hiddenLegend?: boolean;
}

/** Edits where a supplier delivers: the whole country, states, or single municipalities. */
export function CoverageFields({
  value,
  onChange,
  errors,
  hiddenLegend = false,
}: CoverageFieldsProps) {
  return (
    <>
      <ChoiceField
        legend="Onde você entrega"
        hiddenLegend={hiddenLegend}
        name="coverage"
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        options={[
          { value: 'national', label: 'Brasil todo' },
          { value: 'states', label: 'Estados' },
          { value: 'cities', label: 'Municípios' },
        ]}
      />
      {value.kind === 'states' && (
        <StateChoice
          chosen={value.states}
          error={errors['coverage.states']}
          onChange={(states) => onChange({ ...value, states })}
        />
      )}
      {value.kind === 'cities' && (
        <CityChoice
          chosen={value.cities}
          error={errors['coverage.cities']}
          onChange={(cities) => onChange({ ...value, cities })}
        />
      )}
    </>
  );
}

const regions = ['Centro-Oeste', 'Sudeste', 'Sul', 'Nordeste', 'Norte'] as const;

interface ChoiceProps<One> {
  readonly chosen: readonly One[];
  readonly onChange: (chosen: readonly One[]) => void;
}
interface CheckedChoiceProps<One> extends ChoiceProps<One> {
  readonly error: ReactNode;
}

function StateChoice({ chosen, error, onChange }: CheckedChoiceProps<string>) {
  const states = useStates();
  return (
    <fieldset className={styles['coverage']}>
      <legend>
        {countOf(chosen.length, ['estado escolhido', 'estados escolhidos'], 'Escolha os estados')}
      </legend>
      {error !== undefined && <p className={styles['error']}>{error}</p>}
      {states.length === 0 && <Loading lines={40} />}
      <div className={styles['regions']}>
        {(states.length === 0 ? [] : regions).map((region) => (
          <Region key={region} region={region} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  );
}

interface RegionProps extends ChoiceProps<string> {
  readonly region: (typeof regions)[number];
}

/** The states of a region, each or all at once. */
function Region({ region, chosen, onChange }: RegionProps) {
  const states = useStates().filter((state) => state.region === region);
  const all = states.length > 0 && states.every(({ uf }) => chosen.includes(uf));
  const rest = chosen.filter((uf) => !states.some((state) => state.uf === uf));
  const turn = (uf: string, on: boolean): void =>
    onChange(on ? [...chosen, uf] : chosen.filter((one) => one !== uf));
  return (
    <div role="group" aria-label={region}>
      <CheckField
        label={<strong>{region}</strong>}
        checked={all}
        {...(region === 'Centro-Oeste' ? { 'data-path': 'coverage.states' } : {})}
        onChange={(on) => onChange(on ? [...rest, ...states.map(({ uf }) => uf)] : rest)}
      />
      {states.map(({ uf, name }) => (
        <CheckField
          key={uf}
          label={name}
          checked={chosen.includes(uf)}
          onChange={(on) => turn(uf, on)}
        />
      ))}
    </div>
  );
}

function CityChoice({ chosen, error, onChange }: CheckedChoiceProps<ChosenCity>) {
  const states = useStates();
  const drop = (dropped: readonly ChosenCity[]): void =>
    onChange(chosen.filter((city) => !dropped.includes(city)));
  return (
    <fieldset className={styles['coverage']}>
      <legend>
        {countOf(
          chosen.length,
          ['município escolhido', 'municípios escolhidos'],
          'Escolha os municípios',
        )}
      </legend>
      {error !== undefined && <p className={styles['error']}>{error}</p>}
      <CityPick chosen={chosen} onChange={onChange} />
      {byState(chosen).map(([uf, ofState]) => (
        <ChosenCities
          key={uf}
          name={states.find((one) => one.uf === uf)?.name ?? uf}
          cities={ofState}
          onDrop={drop}
        />
      ))}
    </fieldset>
  );
}

/** Adds a city, or all of a state. */
function CityPick({ chosen, onChange }: ChoiceProps<ChosenCity>) {
  const states = useStates();
  const [state, setState] = useState('');
  const cities = useCities(state);
  return (
    <div className={styles['pick']}>
      <CitySearch
        label="Acrescentar município"
        state={state}
        data-path="coverage.cities"
        onPick={(city) => onChange(withCities(chosen, [city]))}
      />
      <SelectField
        label="Estado"
        placeholder="Procurar em todos"
        value={state}
        onChange={setState}
        options={states.map(({ uf, name }) => [uf, name])}
      />
      <Button
        variant="default"
        disabled={cities.length === 0}
        onClick={() => onChange(withCities(chosen, cities))}
      >
        {cities.length === 0 ? 'Todo o estado' : `Todo o estado (${cities.length})`}
      </Button>
    </div>
  );
}

const MOST_SHOWN = 40;

interface ChosenCitiesProps {
  /** The state's. */
  readonly name: string;
  readonly cities: readonly ChosenCity[];
  readonly onDrop: (cities: readonly ChosenCity[]) => void;
}

/** The chosen cities of one state. */
const ChosenCities = ({ name: state, cities, onDrop }: ChosenCitiesProps) => (
  <div className={styles['chosen']}>
    <p>
      <strong>{state}</strong> · {countOf(cities.length, ['município', 'municípios'])}{' '}
      <button type="button" className={styles['text']} onClick={() => onDrop(cities)}>
        Tirar todos
      </button>
    </p>
    <ul>
      {cities.slice(0, MOST_SHOWN).map((city) => (
        <li key={city.id}>
          {city.name}
          <button type="button" aria-label={`Tirar ${city.name}`} onClick={() => onDrop([city])}>
            <CloseIcon size={14} />
          </button>
        </li>
      ))}
      {cities.length > MOST_SHOWN && <li>e mais {cities.length - MOST_SHOWN}</li>}
    </ul>
  </div>
);
