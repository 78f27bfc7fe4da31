import type { AdminPeriod } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { adminPaths } from '../../paths/admin.ts';
import { formatDate, serviceZone } from '../../text/dates.ts';
import { formatCompactMoney, formatCount, formatPercent } from '../../text/decimal.ts';
import figures from '../../ui/figures.module.css';
import { QueryView } from '../../ui/states.tsx';
import { Metrics, type MetricProps } from './metric.tsx';
import { periodOf, periodWords } from './period.ts';
import { counted } from '../../ui/figures.tsx';

const words = periodWords.map(([word]) => word);
const average = (value: number | null, unit: string): string =>
  value === null ? 'sem dados' : `${formatCount(value)} ${unit}`;

/**
 * Shows the figures of a period, by their dates. The other figures on the page are all-time or
 * current.
 */
export function PeriodSection() {
  const [search, change] = useAddress();
  const word = readWord(search['periodo'], words, '30d');
  const period = periodOf(word, localDate(new Date(), serviceZone));
  const found = useRead('getAdminPeriod', { query: period }, { keepPrevious: true, staleTime: 0 });
  const days = { de: period.start_date, ate: period.end_date };
  return (
    <section className={figures['section']}>
      <h2>No período</h2>
      <Chips
        label="Período"
        value={word}
        options={periodWords}
        onChange={(periodo) => change({ periodo: periodo === '30d' ? undefined : periodo })}
      />
      <p role="status">
        De {formatDate(period.start_date)} a {formatDate(period.end_date)}. Aqui, só estes dias; nas
        seções sem período, todo o tempo.
      </p>
      <QueryView query={found}>{(data) => <Metrics metrics={metricsOf(data, days)} />}</QueryView>
    </section>
  );
}

/** The figures of the period; `days` are its dates in the address of a list. */
const metricsOf = (
  data: AdminPeriod,
  days: Readonly<Record<'de' | 'ate', string>>,
): readonly MetricProps[] => [
  {
    ...counted(data.orders_published, ['cotação publicada', 'cotações publicadas']),
    how: 'Cotações publicadas nestes dias.',
  },
  {
    ...counted(data.proposals_submitted, [
      'proposta recebida no período',
      'propostas recebidas no período',
    ]),
    to: adminPaths.proposals,
    search: days,
    how: 'Propostas enviadas nestes dias, em qualquer situação.',
  },
  {
    ...counted(data.proposals_accepted, ['aceita no período', 'aceitas no período']),
    hint: formatCompactMoney(data.accepted_amount),
    how: 'Propostas aceitas nestes dias. A soma é do que foi comprado nestes dias, fora o de cotações revogadas.',
  },
  {
    label: 'receberam proposta',
    value: data.coverage_percent === null ? 'sem dados' : formatPercent(data.coverage_percent),
    how: 'Das cotações publicadas nestes dias, quantas já receberam ao menos uma proposta.',
  },
  {
    label: 'até a primeira, no período',
    value: average(data.average_first_proposal_hours, 'h'),
    how: 'Da publicação à primeira proposta, em média, nas cotações publicadas nestes dias.',
  },
  {
    label: 'do envio ao aceite, no período',
    value: average(data.average_approval_hours, 'h'),
    how: 'Em média, nas propostas aceitas nestes dias.',
  },
  {
    label: 'da publicação à finalização, no período',
    value: average(data.average_order_duration_days, 'dias'),
    how: 'Em média, nas cotações finalizadas nestes dias.',
  },
  {
    label: 'receita no período',
    value: formatCompactMoney(data.revenue),
    how: 'Pagamentos confirmados com data nestes dias.',
  },
];
