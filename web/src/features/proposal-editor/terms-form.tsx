import { Textarea, TextInput } from '@mantine/core';
import { localDate } from '@lavra/domain/calendar/calendar';
import { Row } from '../../forms/form.tsx';
import { serviceZone } from '../../text/dates.ts';
import { parseDecimal } from '../../text/decimal.ts';
import { Card } from '../../ui/page.tsx';
import { termProblems } from './draft-checks.ts';
import { writePrice, type Digits, type DraftTerms } from './draft.ts';
import styles from './editor.module.css';

interface TermsFormProps {
  readonly terms: DraftTerms;
  readonly onChange: (part: Partial<DraftTerms>) => void;
}

/** Freight, delivery, payment, validity and remarks. */
export function TermsForm({ terms, onChange }: TermsFormProps) {
  const problems = termProblems(terms);
  const field = (name: keyof DraftTerms) => ({
    value: terms[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const settleFreight = (): void => {
    const digits = problems.freight === undefined ? parseDecimal(terms.freight) : undefined;
    // parseDecimal returns nothing else
    if (digits !== undefined) onChange({ freight: writePrice(digits as Digits) });
  };
  return (
    <Card title="Condições" lead="Valem para a proposta inteira.">
      <div className={styles['terms']}>
        <Row>
          <TextInput
            label="Frete (R$)"
            description="Fora do total; vazio se incluso."
            inputMode="decimal"
            error={problems.freight}
            {...field('freight')}
            onBlur={settleFreight}
          />
          <TextInput
            label="Prazo de entrega (dias)"
            description="Contados do fechamento com o produtor."
            inputMode="numeric"
            error={problems.deliveryDays}
            {...field('deliveryDays')}
          />
          <TextInput
            label="Validade da proposta"
            description="Até quando estes preços valem."
            type="date"
            min={localDate(new Date(), serviceZone)}
            {...field('validity')}
          />
        </Row>
        <TextInput
          label="Condição de pagamento"
          description="Por exemplo: à vista, 30 dias, prazo safra."
          maxLength={1000}
          {...field('paymentTerms')}
        />
        <Textarea
          label="Observações"
          description="Entrega, frete CIF ou FOB, embalagens. Não escreva nome, telefone, e-mail, CNPJ ou site: o produtor não pode identificar o fornecedor."
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
      </div>
    </Card>
  );
}
