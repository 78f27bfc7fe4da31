import { useId, useState } from 'react';
import { Card } from '../../ui/page.tsx';
import { barsOf, type ChartPoint } from './bars.ts';
import styles from './dashboard.module.css';

interface BarChartProps {
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly [label: string, value: string];
  readonly points: readonly ChartPoint[];
  /** Abbreviated on a bar, in full in the table. */
  readonly short: (value: number) => string;
  readonly whole: (value: number) => string;
}

const WIDTH = 520;
const HEIGHT = 240;

/** A column chart from zero with its values, also available as a table. */
export function BarChart({ title, lead, columns, points, short, whole }: BarChartProps) {
  const [asTable, setAsTable] = useState(false);
  const name = useId();
  return (
    <Card
      title={title}
      lead={lead}
      aside={
        <button
          type="button"
          className={styles['turn']}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Ver como tabela<span className="lv-hidden">: {title}</span>
        </button>
      }
    >
      {asTable ? (
        <Table columns={columns} points={points} whole={whole} />
      ) : (
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className={styles['chart']}
          role="img"
          aria-labelledby={name}
        >
          <title id={name}>
            {title}:{' '}
            {points
              .map(({ label, value }) => `${label}, ${value === null ? 'sem dados' : whole(value)}`)
              .join('; ')}
          </title>
          <line x1="0" x2={WIDTH} y1={HEIGHT - 32} y2={HEIGHT - 32} />
          {barsOf(points, { width: WIDTH, height: HEIGHT - 32, top: 28 }).map(
            ({ label, value, x, y, width, height }, index) => (
              <g key={label} textAnchor="middle">
                <rect
                  data-bar
                  data-now={index === points.length - 1 || undefined}
                  x={x}
                  y={y}
                  width={width}
                  height={height}
                  rx={4}
                />
                <text x={x + width / 2} y={y - 8}>
                  {value === null ? 'sem dados' : short(value)}
                </text>
                <text x={x + width / 2} y={HEIGHT - 10}>
                  {label}
                </text>
              </g>
            ),
          )}
        </svg>
      )}
    </Card>
  );
}

const Table = ({ columns, points, whole }: Pick<BarChartProps, 'columns' | 'points' | 'whole'>) => (
  <table className={styles['table']}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.map(({ label, value }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{value === null ? 'sem dados' : whole(value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
