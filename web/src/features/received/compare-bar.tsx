import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { shortNameOf } from '../../ui/name-of-proposal.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { MOST_COMPARED, writeChoice } from './choice.ts';
import { isOpen } from './proposal-texts.ts';
import styles from './received.module.css';

/** Compares the first proposals as they are sorted, in one press. */
export function CompareFirst({
  order,
  shown,
}: {
  readonly order: string;
  readonly shown: readonly ReceivedProposal[];
}) {
  const open = shown.filter(isOpen);
  const first = open.slice(0, MOST_COMPARED);
  if (first.length < 2) return null;
  return (
    <Button
      variant="default"
      className={styles['compareFirst']}
      renderRoot={(props) => (
        <Link
          to={producerPaths.comparison(order)}
          search={{ p: writeChoice(first.map(({ uuid }) => uuid)) }}
          {...props}
        />
      )}
    >
      {open.length > first.length
        ? `Comparar as ${first.length} primeiras`
        : `Comparar as ${first.length} propostas`}
    </Button>
  );
}

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
        <strong>{chosen.map(shortNameOf).join(', ')}</strong>{' '}
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
