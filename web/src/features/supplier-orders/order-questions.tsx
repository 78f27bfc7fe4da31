import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { AskedQuestion, OrderQuestion } from '@lavra/contract/questions/schemas';
import { useChange, useRead } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Paging } from '../../lists/paging.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { betrayalLabels } from '../../text/betrayals.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Card } from '../../ui/page.tsx';
import { Quiet } from '../../ui/record.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './supplier-orders.module.css';

/**
 * Lists the suppliers' questions and the producer's answers; new ones can be asked while the order
 * is open.
 */
export function OrderQuestions({ order }: { readonly order: SupplierOrder }) {
  const [search, change] = useAddress();
  const questions = useRead(
    'listQuestions',
    { params: { order: order.uuid }, query: { page: readNumber(search['pagina'], 1) } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Card
      title="Perguntas"
      lead="Todos os fornecedores leem as perguntas e as respostas; ninguém fica sabendo quem perguntou."
    >
      <QueryView query={questions}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <Quiet>Nenhuma pergunta ainda.</Quiet>}
            {data.length > 0 && (
              <ul className={styles['thread']}>
                {data.map((question) => (
                  <Question key={question.id} question={question} order={order} />
                ))}
              </ul>
            )}
            {meta.last_page > 1 && <Paging meta={meta} onPage={(pagina) => change({ pagina })} />}
          </>
        )}
      </QueryView>
      {order.takes_proposals && !order.declined && <AskForm order={order} />}
    </Card>
  );
}

function Question({
  question: { order_item_id, question, asked_at, answer, answered_at, mine = false },
  order,
}: {
  readonly question: OrderQuestion;
  readonly order: SupplierOrder;
}) {
  const item = order.items.find(({ id }) => id === order_item_id);
  return (
    <li>
      <h3>{question}</h3>
      <p className={styles['when']}>
        {mine ? 'Você perguntou' : 'Um fornecedor perguntou'} em {formatDateTime(asked_at)}
        {item === undefined ? '' : ` · sobre ${item.product.name}`}
      </p>
      {answer === null ? (
        <p className={styles['when']}>
          {order.status === 'publicada'
            ? 'Aguardando a resposta do produtor.'
            : 'Ficou sem resposta.'}
        </p>
      ) : (
        <div className={styles['answer']}>
          <p>{answer}</p>
          {answered_at !== null && (
            <p className={styles['when']}>O produtor respondeu em {formatDateTime(answered_at)}</p>
          )}
        </div>
      )}
    </li>
  );
}

/** The form of a question, and what of the last one was hidden. */
function useAsking(order: SupplierOrder) {
  const ask = useChange('askQuestion');
  const [warnings, setWarnings] = useState<AskedQuestion['identity_warnings']>([]);
  const form = useForm({
    initial: { question: '', item: '' },
    rules: { question: required('Escreva a pergunta.') },
    afterSend: () => ({ question: '', item: '' }),
    draftKey: `pergunta.${order.uuid}`,
    send: async ({ question, item }) => {
      const asked = await ask.mutateAsync({
        params: { order: order.uuid },
        body: { question: question.trim(), order_item_id: item === '' ? null : Number(item) },
      });
      setWarnings(asked.identity_warnings);
      toast('Pergunta enviada ao produtor.');
    },
  });
  return { form, warnings };
}

function AskForm({ order }: { readonly order: SupplierOrder }) {
  const { form, warnings } = useAsking(order);
  return (
    <>
      <HiddenParts warnings={warnings} />
      <Form form={form} action="Perguntar" acting="Enviando…">
        <SelectField
          label="Sobre"
          placeholder="A cotação inteira"
          options={order.items.map(({ id, position, product }) => [
            String(id),
            `${position}. ${product.name}`,
          ])}
          {...form.fields.getInputProps('item')}
        />
        <Textarea
          label="Sua pergunta"
          description="Não se identifique: nome, telefone, e-mail e site são ocultados."
          rows={3}
          maxLength={2000}
          required
          {...form.fields.getInputProps('question')}
        />
      </Form>
    </>
  );
}

/** Shows which parts of the question just sent other users see as “[contato oculto]”. */
function HiddenParts({ warnings }: { readonly warnings: AskedQuestion['identity_warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title="Sua pergunta identifica a sua empresa." role="status">
      <p>
        A pergunta foi enviada. O produtor e os outros fornecedores leem “[contato oculto]” no lugar
        destas partes:
      </p>
      <ul className={styles['hidden']}>
        {warnings.map(({ kind, excerpt }, index) => (
          <li key={`${index}.${excerpt}`}>
            {betrayalLabels[kind]} “{excerpt}”
          </li>
        ))}
      </ul>
    </Notice>
  );
}
