import { Textarea, TextInput } from '@mantine/core';
import { ChoiceField } from '../../forms/fields.tsx';
import type { DraftValues } from './draft-values.ts';

export interface StepProps {
  readonly values: DraftValues;
  readonly change: (part: Partial<DraftValues>) => void;
  readonly errors?: Readonly<Partial<Record<keyof DraftValues, string>>>;
}

/** The first step: description, deadline, and whether offers must be complete. */
export function DataStep({
  values,
  change,
  errors = {},
  today,
}: StepProps & { readonly today: string }) {
  return (
    <>
      <Textarea
        label="Descrição"
        description="O que você vai comprar, em uma frase. Exemplo: Insumos para a soja, safra 2026/27."
        rows={2}
        maxLength={500}
        required
        value={values.description}
        error={errors.description}
        data-path="description"
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextInput
        label="Receber propostas até"
        description="O dia inteiro conta, até 23h59 no horário de Brasília."
        type="date"
        min={today}
        required
        style={{ maxWidth: 300 }}
        value={values.deadline_date}
        error={errors.deadline_date}
        data-path="deadline_date"
        onChange={(event) => change({ deadline_date: event.currentTarget.value })}
      />
      <ChoiceField
        legend="Como os fornecedores respondem"
        name="closure_type"
        value={values.closure_type}
        onChange={(closure_type) => change({ closure_type })}
        options={[
          {
            value: 'aberta',
            label: 'Aberta',
            hint: 'O fornecedor pode justificar um item sem preço. Chegam mais propostas.',
          },
          { value: 'fechada', label: 'Fechada', hint: 'Todo item precisa de preço.' },
        ]}
      />
    </>
  );
}
