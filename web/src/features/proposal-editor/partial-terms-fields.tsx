import { TextInput } from '@mantine/core';
import { freightRules, freightRuleShortLabels } from '@lavra/domain/award/partial-terms';
import { ChoiceField, SelectField } from '../../forms/fields.tsx';
import { Row } from '../../forms/form.tsx';
import { parseDecimal } from '../../text/decimal.ts';
import { writePrice, type Digits, type DraftTerms } from './draft.ts';

interface PartialTermsProps {
  readonly terms: Pick<DraftTerms, 'allowsPartial' | 'minimum' | 'freightRule'>;
  /** What is wrong with the minimum. */
  readonly problem: string | undefined;
  /** The freight is an amount, which a purchase of some items may share. */
  readonly hasFreight: boolean;
  readonly onChange: (part: Partial<DraftTerms>) => void;
}

/** Whether only some of the items may be bought, from which total on, and with which freight. */
export function PartialTermsFields(props: PartialTermsProps) {
  const { terms, onChange } = props;
  return (
    <>
      <ChoiceField
        legend="Aceita vender só parte dos itens?"
        name="allows_partial"
        value={terms.allowsPartial ? 'yes' : 'no'}
        onChange={(value) => onChange({ allowsPartial: value === 'yes' })}
        options={[
          { value: 'yes', label: 'Sim', hint: 'O produtor pode comprar só alguns itens.' },
          { value: 'no', label: 'Não', hint: 'Ele compra tudo o que você cotou, ou nada.' },
        ]}
      />
      {terms.allowsPartial && <PartFields {...props} />}
    </>
  );
}

/** From which total on a part is sold, and with which freight. */
function PartFields({ terms, problem, hasFreight, onChange }: PartialTermsProps) {
  const settleMinimum = (): void => {
    const digits = problem === undefined ? parseDecimal(terms.minimum) : undefined;
    // parseDecimal returns nothing else
    if (digits !== undefined) onChange({ minimum: writePrice(digits as Digits) });
  };
  return (
    <Row>
      <TextInput
        label="Mínimo em itens (R$)"
        description="Sem o frete. Em branco, qualquer valor."
        inputMode="decimal"
        error={problem}
        value={terms.minimum}
        onChange={(event) => onChange({ minimum: event.currentTarget.value })}
        onBlur={settleMinimum}
      />
      {hasFreight && (
        <SelectField
          label="Frete em compra parcial"
          description="Inteiro, ou só a parte dos itens comprados."
          value={terms.freightRule}
          options={freightRules.map((rule) => [rule, freightRuleShortLabels[rule]] as const)}
          onChange={(value) =>
            onChange({ freightRule: freightRules.find((rule) => rule === value) ?? 'full' })
          }
        />
      )}
    </Row>
  );
}
