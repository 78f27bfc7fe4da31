import { useConnectivity } from '../runtime/context.tsx';
import { BrandMark } from '../ui/brand.tsx';
import { WrenchIcon } from '../ui/icons.tsx';
import { State } from '../ui/states.tsx';
import styles from './shell.module.css';

/**
 * Covers the page while the service is down, and disappears by itself; the page behind it keeps its
 * input.
 */
export function Maintenance() {
  if (useConnectivity() !== 'maintenance') return null;
  return (
    <div className={`${styles['veil']} ${styles['bare']}`} role="alert">
      <BrandMark size={48} />
      <State icon={WrenchIcon} title="Estamos em manutenção">
        Voltamos em 2 a 5 minutos. Esta página se atualiza sozinha, e o que você estava preenchendo
        continua aqui.
      </State>
    </div>
  );
}
