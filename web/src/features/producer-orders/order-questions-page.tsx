import { Textarea } from '@mantine/core';
import type { OrderQuestion } from '@lavra/contract/questions/schemas';
import { useChange, useRead } from '../../data/use-api.ts';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Paging } from '../../lists/paging.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { formatDateTime } from '../../text/dates.ts';
import { MailIcon } from '../../ui/page-icons.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { OrderFrame } from './order-frame.tsx';
import styles from './orders.module.css';
import { useAddress } from '../../lists/use-address.ts';
import type { ShownOrder } from './use-order.ts';

/** Suppliers' questions about an order; each is answered once, for all of them. */
export const OrderQuestionsPage = () => (
  <OrderFrame tab="Perguntas">{(order) => <Questions order={order} />}</OrderFrame>
);

function Questions({ order }: { readonly order: ShownOrder }) {
  const [search, change] = useAddress();
  const questions = useRead(
    'listQuestions',
    { params: { order: order.uuid }, query: { page: readNumber(search['pagina'], 1) } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Card flush>
      <QueryView query={questions}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <State icon={MailIcon} title="Nenhuma pergunta">
              Quando um fornecedor perguntar, você responde aqui. Todos leem a resposta, e ninguém
              fica sabendo quem perguntou.
            </State>
          ) : (
            <>
              <ul className={styles['thread']}>
                {data.map((question) => (
                  <Question key={question.id} question={question} order={order} />
                ))}
              </ul>
              <Paging meta={meta} onPage={(pagina) => change({ pagina })} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

function Question({
  question: { id, order_item_id, question, asked_at, answer, answered_at },
  order,
}: {
  readonly question: OrderQuestion;
  readonly order: ShownOrder;
}) {
  const item = order.items.find((one) => one.id === order_item_id);
  return (
    <li>
      <h2>{question}</h2>
      <p className={styles['when']}>
        Um fornecedor, {formatDateTime(asked_at)}
        {item === undefined ? '' : ` · sobre ${item.product.name}`}
      </p>
      {answer !== null && (
        <div className={styles['answer']}>
          <p>{answer}</p>
          {answered_at !== null && (
            <p className={styles['when']}>Sua resposta, {formatDateTime(answered_at)}</p>
          )}
        </div>
      )}
      {answer === null && order.status === 'publicada' && !order.is_suspended && (
        <AnswerForm id={id} />
      )}
      {answer === null && order.status === 'publicada' && order.is_suspended && (
        <p className={styles['when']}>Você poderá responder quando a suspensão terminar.</p>
      )}
      {answer === null && order.status !== 'publicada' && (
        <p className={styles['when']}>Ficou sem resposta.</p>
      )}
    </li>
  );
}

function AnswerForm({ id }: { readonly id: number }) {
  const answerIt = useChange('answerQuestion');
  const form = useForm({
    initial: { answer: '' },
    rules: { answer: required('Escreva a resposta.') },
    draftKey: `resposta.${id}`,
    send: async ({ answer }) => {
      await answerIt.mutateAsync({ params: { id: String(id) }, body: { answer: answer.trim() } });
      toast('Resposta publicada a todos os fornecedores.');
    },
  });
  return (
    <Form form={form} action="Publicar resposta" acting="Publicando…">
      <Textarea
        label="Sua resposta"
        description="Todos os fornecedores leem. Depois de publicada, ela não muda."
        rows={3}
        maxLength={4000}
        required
        {...form.fields.getInputProps('answer')}
      />
    </Form>
  );
}
