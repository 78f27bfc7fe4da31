import { serviceZoneLabel } from '../../text/dates.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { addDays } from '@lavra/domain/calendar/calendar';
import { CheckField, ChoiceField } from '../../forms/fields.tsx';
import { descriptionOfItems } from './description-of-items.ts';
import type { DraftValues } from './draft-values.ts';
import styles from './editor.module.css';

export interface StepProps {
  readonly values: DraftValues;
  readonly change: (part: Partial<DraftValues>) => void;
  readonly errors?: Readonly<Partial<Record<keyof DraftValues, string>>>;
}

/** Deadlines offered beside the date field, in days from today. */
const DEADLINES = [3, 7, 15];

interface DataStepProps extends StepProps {
  readonly today: string;
}

const closureTypes = [
  {
    value: 'aberta',
    label: 'Aberta',
    hint: 'O fornecedor pode justificar um item sem preço. Chegam mais propostas.',
  },
  { value: 'fechada', label: 'Fechada', hint: 'Todo item precisa de preço.' },
] as const;

/**
 * The first step: description, deadline, whether offers must be complete, and whether items may be
 * bought from several suppliers.
 */
export function DataStep({ values, change, errors = {}, today }: DataStepProps) {
  return (
    <>
      <Textarea
        label="Descrição"
        description="Em uma frase, por exemplo: Insumos para a soja, safra 2026/27. Em branco, escrevemos a partir dos itens."
        rows={2}
        maxLength={500}
        value={values.description}
        error={errors.description}
        data-path="description"
        onChange={(event) => change({ description: event.currentTarget.value })}
        onBlur={() => {
          if (values.description.trim() === '' && values.items.length > 0)
            change({ description: descriptionOfItems(values.items) });
        }}
      />
      <DeadlineFields {...{ values, change, errors, today }} />
      <ChoiceField
        legend="Como os fornecedores respondem"
        name="closure_type"
        value={values.closure_type}
        onChange={(closure_type) => change({ closure_type })}
        options={closureTypes}
      />
      <CheckField
        label="Aceito comprar itens de fornecedores diferentes"
        hint="Você escolhe item por item: quem não tem tudo também cota, e a compra pode sair mais barata."
        checked={values.split_award ?? true}
        onChange={(split_award) => change({ split_award })}
      />
    </>
  );
}

/** Until when offers are received: a day, or one of the usual numbers of days. */
const DeadlineFields = ({ values, change, errors = {}, today }: DataStepProps) => (
  <>
    <TextInput
      label="Receber propostas até"
      description={`O dia inteiro conta, até 23h59 (${serviceZoneLabel}).`}
      type="date"
      min={today}
      required
      style={{ maxWidth: 300 }}
      value={values.deadline_date}
      error={errors.deadline_date}
      data-path="deadline_date"
      onChange={(event) => change({ deadline_date: event.currentTarget.value })}
    />
    <div className={styles['farms']} role="group" aria-label="Prazo em dias">
      {DEADLINES.map((days) => {
        const date = addDays(today, days);
        return (
          <Button
            key={days}
            size="sm"
            variant={values.deadline_date === date ? 'light' : 'default'}
            aria-pressed={values.deadline_date === date}
            onClick={() => change({ deadline_date: date })}
          >
            {days} dias
          </Button>
        );
      })}
    </div>
  </>
);
