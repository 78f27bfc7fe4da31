import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { writeChoice } from './choice.ts';
import styles from './received.module.css';

/** A sticky bar with the chosen proposals and the link to the comparison. */
export function CompareBar({
  order,
  chosen,
}: {
  readonly order: string;
  readonly chosen: readonly ReceivedProposal[];
}) {
  const isEnough = chosen.length >= 2;
  return (
    <div className={styles['bar']} role="region" aria-label="Comparação">
      <p aria-live="polite">
        <strong>{chosen.map(({ label }) => label.replace('Proposta ', '')).join(', ')}</strong>{' '}
        <span>
          {chosen.length} de 3 selecionadas{isEnough ? '' : '. Escolha pelo menos 2.'}
        </span>
      </p>
      {isEnough && (
        <Button
          renderRoot={(props) => (
            <Link
              to={producerPaths.comparison(order)}
              search={{ p: writeChoice(chosen.map(({ uuid }) => uuid)) }}
              {...props}
            />
          )}
        >
          Comparar
        </Button>
      )}
    </div>
  );
}
