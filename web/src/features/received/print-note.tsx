import { Button } from '@mantine/core';
import { localDate } from '@lavra/domain/calendar/calendar';
import { FileIcon } from '../../ui/page-icons.tsx';
import { formatDate, serviceZone } from '../../text/dates.ts';
import styles from './received.module.css';

/** Printed only: the time of printing, and that the letters are of that session. */
export const PrintNote = () => (
  <p className={styles['printNote']}>
    Impresso em {formatDate(localDate(new Date(), serviceZone))}. As letras das propostas valem só
    para a sessão em que esta página foi impressa; os nomes de árvore são sempre os mesmos.
  </p>
);

export const PrintButton = ({ size = 'sm' }: { readonly size?: 'sm' | 'md' }) => (
  <Button
    variant="default"
    size={size}
    leftSection={<FileIcon size={18} />}
    onClick={() => print()}
  >
    Imprimir
  </Button>
);
