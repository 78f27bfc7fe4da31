import { useEffect, useState, type ReactNode } from 'react';
import { SelectField } from '../../forms/fields.tsx';
import { Refresh } from '../../lists/refresh.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readText, readWord } from '../../lists/url-state.ts';
import { countOf } from '../../text/decimal.ts';
import { ActionRow } from '../../ui/record.tsx';
import { MailIcon } from '../../ui/page-icons.tsx';
import { isFoundBy } from '../../ui/name-of-proposal.ts';
import { Card } from '../../ui/page.tsx';
import { NoMatch, Notice, QueryView, State } from '../../ui/states.tsx';
import { ActivityPanel } from '../producer-orders/activity-panel.tsx';
import { CombinationsLink } from '../buying/combinations-link.tsx';
import { OrderFrame } from '../producer-orders/order-frame.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { useIsReader, type ShownOrder } from '../producer-orders/use-order.ts';
import { useReceived } from '../producer-orders/received-proposals.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { lacksItems } from '../producer-orders/large-list.ts';
import { answerWindow } from './answer-window.ts';
import { CompareBar, CompareFirst } from './compare-bar.tsx';
import { Fold } from './fold.tsx';
import { OthersNotice } from './others-notice.tsx';
import { PriceChart } from './price-chart.tsx';
import { isOpen } from './proposal-texts.ts';
import { ProposalCard } from './proposal-card.tsx';
import {
  filters,
  firstSort,
  readSorting,
  sortNames,
  sortings,
  sortProposals,
  whyNotSorted,
  type FilterName,
} from './received-order.ts';
import styles from './received.module.css';
import { useChoice } from './use-choice.ts';

/** The proposals that an order received. */
export const ReceivedPage = () => (
  <OrderFrame tab="Propostas">{(order) => <Received order={order} />}</OrderFrame>
);

function Received({ order }: { readonly order: ShownOrder }) {
  const received = useReceived(order.uuid);
  return (
    <>
      {received.data?.length === 0 && <Refresh list={received} />}
      <QueryView query={received}>
        {(proposals) =>
          proposals.length === 0 ? (
            <>
              <ActivityPanel order={order} />
              <Card>
                <State icon={MailIcon} title="Nenhuma proposta ainda">
                  {order.status === 'publicada'
                    ? 'Avisaremos quando chegar.'
                    : order.status === 'rascunho' || order.status === 'pendente'
                      ? 'As propostas chegam depois que a cotação é publicada.'
                      : 'Esta cotação terminou sem propostas.'}
                </State>
              </Card>
            </>
          ) : (
            <Proposals
              order={order}
              proposals={proposals}
              refresh={<Refresh list={received} isCompact />}
            />
          )
        }
      </QueryView>
    </>
  );
}

const shownNames = Object.keys(filters) as FilterName[];
/** With more proposals than this, one is looked for by its name. */
const SEEN_AT_ONCE = 3;

interface ProposalsProps {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
}

/** What the address says about order and filter, and the proposals in it. */
function useView(proposals: readonly ReceivedProposal[]) {
  const [search, change] = useAddress();
  const sort = readSorting(search['ordem']);
  const filter = readWord(search['mostrar'], shownNames, 'todas');
  const text = readText(search['busca']);
  const shown = sortProposals(
    proposals.filter(
      (proposal) => filters[filter].keeps(proposal) && (text === '' || isFoundBy(proposal, text)),
    ),
    sort,
    proposals,
  );
  return { sort, filter, text, shown, change };
}

/** What is chosen for the comparison, where proposals can be compared. */
function useComparable(order: string, proposals: readonly ReceivedProposal[]) {
  const mayCompare = !useIsReader() && proposals.length > 1;
  const choice = useChoice(
    order,
    proposals.map(({ uuid }) => uuid),
  );
  const compared = mayCompare ? proposals.filter(({ uuid }) => choice.chosen.includes(uuid)) : [];
  return { notice: choice.notice, compared, comparable: mayCompare ? choice : undefined };
}

interface ShownProposalsProps extends ProposalsProps {
  readonly refresh: ReactNode;
}

function Proposals({ order, proposals, refresh }: ShownProposalsProps) {
  const isReader = useIsReader();
  const view = useView(proposals);
  const { notice, compared, comparable } = useComparable(order.uuid, proposals);
  const isShort = lacksItems(proposals);
  return (
    <>
      <DecisionHint order={order} proposals={proposals} />
      {!isReader && <OthersNotice order={order} proposals={proposals} />}
      {isShort && <OnlyTotals />}
      <div className={styles['folds']}>
        {refresh}
        <Controls view={view} hasMany={proposals.length > SEEN_AT_ONCE} />
        {proposals.length > 1 && !isShort && (
          <Prices order={order} proposals={proposals} choice={comparable} />
        )}
      </div>
      <ActionRow>
        {!isReader && <CombinationsLink order={order} proposals={proposals} />}
        {comparable !== undefined && compared.length === 0 && (
          <CompareFirst order={order.uuid} shown={view.shown} />
        )}
      </ActionRow>
      <p className={styles['said']} role="status">
        {notice ?? whyNotSorted(proposals, view.sort)}
      </p>
      <Cards order={order} proposals={proposals} view={view} choice={comparable} />
      <p className={styles['hint']}>
        {countOf(proposals.length, ['proposta', 'propostas'])}. As letras valem só para esta sessão;
        os nomes de árvore são sempre os mesmos.
      </p>
      {compared.length > 0 && <CompareBar order={order.uuid} chosen={compared} />}
    </>
  );
}

const OnlyTotals = () => (
  <Notice tone="info" title="Aqui vão só os totais e as condições.">
    <p>
      Com os preços de todos os itens esta lista ficaria grande demais. Eles aparecem quando você
      abre uma proposta ou compara até três.
    </p>
  </Notice>
);

function Controls({
  view: { sort, filter, text, change },
  hasMany,
}: {
  readonly view: ReturnType<typeof useView>;
  readonly hasMany: boolean;
}) {
  const hasSearch = hasMany || text !== '';
  return (
    <Fold label="Ordenar e filtrar" isOnPaper={false}>
      <div className={styles['controls']} data-search={hasSearch || undefined}>
        {hasSearch && (
          <SearchBox
            label="Buscar pelo nome"
            placeholder="Ipê, Jatobá…"
            value={text}
            onSearch={(busca) => change({ busca: busca || undefined }, { replace: true })}
          />
        )}
        <SelectField
          label="Ordenar por"
          value={sort}
          options={sortNames.map((name) => [name, sortings[name].label])}
          onChange={(ordem) => change({ ordem: ordem === firstSort ? undefined : ordem })}
        />
        <SelectField
          label="Mostrar"
          value={filter}
          options={shownNames.map((name) => [name, filters[name].label])}
          onChange={(mostrar) => change({ mostrar: mostrar === 'todas' ? undefined : mostrar })}
        />
      </div>
    </Fold>
  );
}

interface ChoiceProps extends ProposalsProps {
  /** What is chosen for the comparison; undefined where nothing can be compared. */
  readonly choice: Pick<ReturnType<typeof useChoice>, 'chosen' | 'toggle'> | undefined;
}

const Prices = ({ order, proposals, choice }: ChoiceProps) => (
  <Fold label="Quadro de preços">
    <PriceChart
      proposals={proposals}
      items={order.items}
      chosen={choice?.chosen ?? []}
      {...(choice === undefined ? {} : { onToggle: choice.toggle })}
    />
  </Fold>
);

interface CardsProps extends ChoiceProps {
  readonly view: ReturnType<typeof useView>;
}

function Cards({ order, proposals, view: { shown, change }, choice }: CardsProps) {
  const isReader = useIsReader();
  if (shown.length === 0)
    return (
      <Card>
        <NoMatch onClear={() => change({ mostrar: undefined, busca: undefined })} />
      </Card>
    );
  return (
    <ul className={styles['cards']}>
      {shown.map((proposal) => (
        <ProposalCard
          key={proposal.uuid}
          proposal={proposal}
          order={order}
          received={proposals}
          isReader={isReader}
          {...(choice === undefined
            ? {}
            : {
                compare: {
                  isChosen: choice.chosen.includes(proposal.uuid),
                  isFull: choice.chosen.length >= 3,
                  toggle: () => choice.toggle(proposal.uuid),
                },
              })}
        />
      ))}
    </ul>
  );
}

/** Shown after the deadline: how long suppliers still have to wait. */
function DecisionHint({
  order,
  proposals,
}: {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
}) {
  const now = useMinute();
  const isReader = useIsReader();
  const wait = answerWindow(order, now);
  if (
    wait === undefined ||
    order.status !== 'em_analise' ||
    order.is_suspended ||
    !proposals.some(isOpen)
  )
    return null;
  return (
    <Notice
      tone={wait.isLate ? 'warn' : 'info'}
      title={`${isReader ? 'O produtor responde' : 'Responda'} em até 48 h. ${wait.text}.`}
    >
      <p>
        {isReader
          ? 'Os fornecedores contam com a resposta dele.'
          : 'Os fornecedores contam com a sua resposta. Você pode escolher qualquer proposta, não só a mais barata.'}
      </p>
    </Notice>
  );
}

/** Returns the time, updated each minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
