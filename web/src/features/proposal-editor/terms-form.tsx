import { Button, Textarea, TextInput } from '@mantine/core';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { freightKinds, freightLabels } from '@lavra/domain/proposal/freight';
import { SelectField } from '../../forms/fields.tsx';
import { Row } from '../../forms/form.tsx';
import { serviceZone } from '../../text/dates.ts';
import { parseDecimal } from '../../text/decimal.ts';
import { Card } from '../../ui/page.tsx';
import { lastTerms } from './last-terms.ts';
import { termProblems } from './draft-checks.ts';
import { writePrice, type Digits, type DraftTerms } from './draft.ts';
import styles from './editor.module.css';
import { PartialTermsFields } from './partial-terms-fields.tsx';

interface TermsFormProps {
  /** The terms of the supplier's latest proposal. */
  readonly last: SupplierOrder['last_terms'];
  readonly terms: DraftTerms;
  readonly onChange: (part: Partial<DraftTerms>) => void;
}

type Change = TermsFormProps['onChange'];
type TextName = Exclude<keyof DraftTerms, 'allowsPartial'>;

/** Returns the props of a field for one of the terms. */
const fieldOf = (terms: DraftTerms, onChange: Change) => (name: TextName) => ({
  value: terms[name],
  onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange({ [name]: event.currentTarget.value }),
});

/** Freight, delivery, payment, validity and remarks. */
export function TermsForm({ last, terms, onChange }: TermsFormProps) {
  const today = localDate(new Date(), serviceZone);
  const again = lastTerms(last, terms, today);
  return (
    <Card title="Condições" lead="Valem para a proposta inteira.">
      <div className={styles['terms']}>
        {again !== undefined && (
          <Button variant="default" onClick={() => onChange(again)}>
            Repetir as últimas condições
          </Button>
        )}
        <DeliveryFields terms={terms} today={today} onChange={onChange} />
        <PartialTermsFields
          terms={terms}
          problem={termProblems(terms).minimum}
          hasFreight={terms.freightKind === 'amount'}
          onChange={onChange}
        />
        <TextFields terms={terms} onChange={onChange} />
      </div>
    </Card>
  );
}

type FieldsProps = Omit<TermsFormProps, 'last'>;

/** What is written in words. */
function TextFields({ terms, onChange }: FieldsProps) {
  const field = fieldOf(terms, onChange);
  return (
    <>
      <TextInput
        label="Condição de pagamento"
        description="Por exemplo: à vista, 30 dias, prazo safra."
        maxLength={1000}
        {...field('paymentTerms')}
      />
      <Textarea
        label="Observações"
        description="Entrega, embalagens. Não escreva nome, telefone, e-mail, CNPJ ou site: o produtor não pode identificar o fornecedor."
        rows={3}
        maxLength={5000}
        {...field('notes')}
      />
      <TextInput
        label="Sua referência"
        description="Um código seu, como o número do orçamento. O produtor não vê."
        maxLength={100}
        {...field('reference')}
      />
    </>
  );
}

/** Who pays the freight, and how much it is where it is an amount. */
function FreightFields({ terms, onChange }: FieldsProps) {
  const problem = termProblems(terms).freight;
  const settle = (): void => {
    const digits = problem === undefined ? parseDecimal(terms.freight) : undefined;
    // parseDecimal returns nothing else
    if (digits !== undefined) onChange({ freight: writePrice(digits as Digits) });
  };
  return (
    <>
      <SelectField
        label="Frete"
        description="O produtor compara pelo total na fazenda."
        placeholder="Escolha"
        value={terms.freightKind}
        options={freightKinds.map((kind) => [kind, freightLabels[kind]] as const)}
        onChange={(value) =>
          onChange({ freightKind: freightKinds.find((kind) => kind === value) ?? '' })
        }
      />
      {terms.freightKind === 'amount' && (
        <TextInput
          label="Valor do frete (R$)"
          description="Somado ao total dos itens."
          inputMode="decimal"
          error={problem}
          {...fieldOf(terms, onChange)('freight')}
          onBlur={settle}
        />
      )}
    </>
  );
}

interface DeliveryFieldsProps extends FieldsProps {
  readonly today: string;
}

/** Freight, delivery and validity. */
function DeliveryFields({ terms, today, onChange }: DeliveryFieldsProps) {
  const field = fieldOf(terms, onChange);
  return (
    <Row>
      <FreightFields terms={terms} onChange={onChange} />
      <TextInput
        label="Prazo de entrega (dias)"
        description="Contados do fechamento com o produtor."
        inputMode="numeric"
        error={termProblems(terms).deliveryDays}
        {...field('deliveryDays')}
      />
      <TextInput
        label="Validade da proposta"
        description="Até quando estes preços valem."
        type="date"
        min={today}
        error={terms.validity !== '' && terms.validity < today ? 'Este dia já passou.' : undefined}
        {...field('validity')}
      />
    </Row>
  );
}
