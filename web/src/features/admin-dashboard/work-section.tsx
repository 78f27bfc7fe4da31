import type { AdminWork, WorkLine } from '@lavra/contract/admin/dashboard';
import { Link } from '@tanstack/react-router';
import { AlertIcon, CheckCircleIcon } from '../../ui/icons.tsx';
import { ArrowRightIcon, ClockIcon, GearIcon } from '../../ui/page-icons.tsx';
import figures from '../../ui/figures.module.css';
import { ageText, workTexts } from './work-texts.ts';
import styles from './work.module.css';

const icons = { stopped: AlertIcon, waiting: ClockIcon, missing: GearIcon } as const;

/** Lists what waits for an administrator, each with the place where it is done. */
export function WorkSection({ lines }: Pick<AdminWork, 'lines'>) {
  return (
    <section className={figures['section']} aria-labelledby="espera">
      <h2 id="espera">Espera por você</h2>
      {lines.length === 0 ? (
        <p className={styles['calm']}>
          <CheckCircleIcon size={20} />
          Nada espera por você agora.
        </p>
      ) : (
        <ul className={styles['lines']}>
          {lines.map((line) => (
            <Line key={line.kind} {...line} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line(line: WorkLine) {
  const { tone, title, to, search = {}, action } = workTexts[line.kind];
  const Icon = icons[tone];
  const age = ageText(line, new Date());
  return (
    <li data-tone={tone}>
      <Icon size={20} />
      <p>
        <strong>{title(line.count)}</strong>
        {age !== undefined && <small>{age}</small>}
      </p>
      <Link to={to} search={search}>
        {action}
        <span className="lv-hidden">: {title(line.count)}</span>
        <ArrowRightIcon size={18} />
      </Link>
    </li>
  );
}
