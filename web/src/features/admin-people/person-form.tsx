import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Form, RequiredHint } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Card } from '../../ui/page.tsx';
import { AddressCards } from './address-cards.tsx';
import { FarmFields } from './farm-fields.tsx';
import { IdentityFields, KindFields, PasswordFields } from './person-fields.tsx';
import styles from './people.module.css';
import { personFieldNames, personRules } from './person-rules.ts';
import type { PersonValues } from './person-values.ts';
import { TradeFields } from './trade-fields.tsx';

interface PersonFormProps {
  readonly initial: PersonValues;
  readonly draftKey: string;
  readonly action: string;
  readonly cancelTo: string;
  /** True when an account is created: its kind can still be chosen, among `kinds`. */
  readonly isNew?: boolean;
  /** The kinds of account that may be created without a password: the person is invited. */
  readonly invited?: readonly PersonValues['user_type'][];
  readonly kinds?: readonly PersonValues['user_type'][];
  /** True when the farm or trade fields are edited here too. */
  readonly withRecord: boolean;
  readonly send: (values: PersonValues) => Promise<unknown>;
}

/** The form of a person in sections, depending on the kind of account; its button stays visible. */
export function PersonForm({
  initial,
  draftKey,
  action,
  cancelTo,
  isNew = false,
  invited = [],
  kinds,
  withRecord,
  send,
}: PersonFormProps) {
  const form = useForm<PersonValues>({
    initial,
    rules: personRules({ hasPassword: isNew, invited }),
    draftKey,
    fieldNames: personFieldNames,
    send,
  });
  const { fields } = form;
  const { user_type: kind } = fields.values;
  const canInvite = invited.includes(kind);
  return (
    <div className={styles['person']}>
      <Form
        form={form}
        action={action}
        acting="Salvando…"
        beside={
          <Button variant="default" renderRoot={(props) => <Link to={cancelTo} {...props} />}>
            Cancelar
          </Button>
        }
      >
        <Card>
          <RequiredHint />
          {(kinds !== undefined || kind === 'admin') && (
            <KindFields fields={fields} {...(kinds === undefined ? {} : { kinds })} />
          )}
          <IdentityFields fields={fields} />
        </Card>
        {isNew && kind !== 'consultor' && (
          <Card
            title="Senha de acesso"
            lead={
              canInvite
                ? 'Deixe em branco: o fornecedor escolhe a senha pelo link do convite.'
                : 'Combine com a pessoa como ela receberá esta senha; ela pode trocá-la depois.'
            }
          >
            <PasswordFields fields={fields} required={!canInvite} />
          </Card>
        )}
        {withRecord && kind === 'produtor' && <FarmFields fields={fields} />}
        {withRecord && kind === 'fornecedor' && <TradeFields fields={fields} />}
        {withRecord && fields.values.addresses.length > 0 && <AddressCards fields={fields} />}
      </Form>
    </div>
  );
}
