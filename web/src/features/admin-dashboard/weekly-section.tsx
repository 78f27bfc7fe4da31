import type { AdminWork, WeeklyFigure } from '@lavra/contract/admin/dashboard';
import { useState } from 'react';
import { formatCompactMoney, formatCount, formatMoney } from '../../text/decimal.ts';
import { formatDate } from '../../text/dates.ts';
import { Card } from '../../ui/page.tsx';
import figureStyles from '../../ui/figures.module.css';
import dashboard from './dashboard.module.css';
import { Metric } from './metric.tsx';
import { sparkPoints } from './sparkline.ts';
import styles from './work.module.css';

interface FigureText {
  readonly label: string;
  readonly how: string;
  /** Abbreviated on the card, in full in the table. */
  readonly short: (value: number) => string;
  readonly whole: (value: number) => string;
}

const counted = { short: formatCount, whole: formatCount } as const;
const money = { short: formatCompactMoney, whole: formatMoney } as const;
const texts: Readonly<Record<WeeklyFigure, FigureText>> = {
  orders_published: {
    label: 'cotações publicadas na semana',
    how: 'Cotações pelo dia em que foram publicadas, da segunda-feira ao domingo.',
    ...counted,
  },
  proposals_submitted: {
    label: 'propostas enviadas na semana',
    how: 'Propostas pelo dia do envio, em qualquer situação.',
    ...counted,
  },
  accepted_amount: {
    label: 'em compras na semana',
    how: 'Soma do que foi comprado, pelo dia da compra, fora o de cotações revogadas.',
    ...money,
  },
  new_accounts: {
    label: 'contas novas na semana',
    how: 'Produtores e fornecedores pelo dia da entrada, fora os excluídos.',
    ...counted,
  },
  revenue: {
    label: 'de receita na semana',
    how: 'Pagamentos confirmados, pela data do pagamento.',
    ...money,
  },
};

type Figures = AdminWork['figures'];

/** Shows five figures week by week: this week's value, the last one's, and the line of twelve. */
export function WeeklySection({ figures }: { readonly figures: Figures }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={figureStyles['section']} aria-labelledby="semanas">
      <div className={styles['head']}>
        <h2 id="semanas">Esta semana</h2>
        <button
          type="button"
          className={dashboard['turn']}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Ver como tabela<span className="lv-hidden">: as últimas 12 semanas</span>
        </button>
      </div>
      {asTable ? <WeekTable figures={figures} /> : <WeekCards figures={figures} />}
    </section>
  );
}

function WeekCards({ figures }: { readonly figures: Figures }) {
  return (
    <div className={styles['weeks']}>
      {figures.map(({ figure, weeks }) => {
        const { label, how, short } = texts[figure];
        const values = weeks.map(({ value }) => value);
        return (
          <Metric
            key={figure}
            label={label}
            value={short(values.at(-1) ?? 0)}
            hint={`semana passada: ${short(values.at(-2) ?? 0)}`}
            how={how}
          >
            <Spark values={values} />
          </Metric>
        );
      })}
    </div>
  );
}

const SIZE = { width: 160, height: 40 } as const;

/** The line of complete weeks, dashed on to the current one; the table has the numbers. */
function Spark({ values }: { readonly values: readonly number[] }) {
  const points = sparkPoints(values, SIZE);
  return (
    <svg
      className={styles['spark']}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line x1="0" x2={SIZE.width} y1={SIZE.height} y2={SIZE.height} />
      <polyline points={points.slice(0, -1).join(' ')} />
      <polyline className={styles['now']} points={points.slice(-2).join(' ')} />
    </svg>
  );
}

function WeekTable({ figures }: { readonly figures: Figures }) {
  const weeks = figures[0]?.weeks.map(({ week }) => week) ?? [];
  return (
    <Card>
      <div className={styles['scroll']} role="region" aria-label="Semana a semana" tabIndex={0}>
        <table className={dashboard['table']}>
          <thead>
            <tr>
              <th scope="col">Semana de</th>
              {figures.map(({ figure }) => (
                <th key={figure} scope="col">
                  {texts[figure].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, index) => (
              <tr key={week}>
                <th scope="row">{formatDate(week)}</th>
                {figures.map((one) => (
                  <td key={one.figure}>{texts[one.figure].whole(one.weeks[index]?.value ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
