import { Button } from '@mantine/core';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { StarIcon } from '../../ui/page-icons.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { useReview } from '../producer-orders/received-proposals.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import styles from './received.module.css';

/** Marks a proposal as pre-selected, or removes the mark. */
export function ReviewStar({ proposal }: { readonly proposal: ReceivedProposal }) {
  const { uuid, review_state } = proposal;
  const review = useReview();
  const [busy, setBusy] = useState(false);
  const isMarked = review_state === 'shortlisted';
  const toggle = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await review(uuid, isMarked ? 'analyzing' : 'shortlisted');
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="sm"
      className={styles['star'] ?? ''}
      aria-pressed={isMarked}
      aria-label={`Pré-selecionar ${nameOf(proposal)}`}
      leftSection={<StarIcon size={18} />}
      onClick={() => {
        void toggle();
      }}
    >
      {isMarked ? 'Pré-selecionada' : 'Pré-selecionar'}
    </Button>
  );
}
