import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx';
import styles from './lists.module.css';
import { rangeOf } from './url-state.ts';

interface Meta {
  readonly current_page: number;
  readonly last_page: number;
  readonly per_page: number;
  readonly total: number;
}

/**
 * Shows the range of rows on this page, with the links to the others. The focus stays on the
 * pressed button.
 */
export function Paging({
  meta,
  onPage,
}: {
  readonly meta: Meta;
  readonly onPage: (page: number) => void;
}) {
  const { current_page: page, last_page: last } = meta;
  if (meta.total === 0) return null;
  const step = (label: string, to: number, icon: React.ReactNode) => {
    const off = to < 1 || to > last || to === page;
    return (
      <button
        type="button"
        className={styles['step']}
        aria-label={label}
        aria-disabled={off}
        onClick={() => {
          if (!off) onPage(to);
        }}
      >
        {icon}
      </button>
    );
  };
  return (
    <nav className={styles['paging']} aria-label="Páginas">
      <span role="status">{rangeOf(meta)}</span>
      {last > 1 && (
        <div>
          {step('Página 1, a primeira', 1, <span aria-hidden="true">1</span>)}
          {step('Página anterior', page - 1, <ChevronLeftIcon />)}
          {step('Próxima página', page + 1, <ChevronRightIcon />)}
          {step(`Página ${last}, a última`, last, <span aria-hidden="true">{last}</span>)}
        </div>
      )}
    </nav>
  );
}
