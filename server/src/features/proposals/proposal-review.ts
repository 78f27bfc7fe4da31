import type { ReviewReply } from '@lavra/contract/proposals/schemas';
import type { SettableReviewState } from '@lavra/domain/proposal/review-state';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import { presentReview } from './proposal-presenter.ts';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';

const setReview = statement({
  name: 'proposal-review-set',
  params: params<{ proposal_id: number; state: SettableReviewState; now: Date }>(),
  columns: { uuid: col.uuid, status: col.oneOf(proposalStatuses) },
  text: `
    WITH stored AS (
      INSERT INTO proposal_reviews AS r (proposal_id, state, updated_at) VALUES (:proposal_id, :state, :now)
      ON CONFLICT (proposal_id) DO UPDATE
        SET state = excluded.state, updated_at = excluded.updated_at WHERE r.state <> excluded.state
    )
    SELECT p.uuid, p.status FROM proposals p WHERE p.id = :proposal_id`,
});

/**
 * Sets the producer's review state of a submitted proposal; setting it to the same value changes
 * nothing.
 */
export const reviewProposal = (
  { command }: Platform,
  request: Request<ProducerCaller>,
  { id }: OwnedProposal,
  state: SettableReviewState,
): Promise<ReviewReply> =>
  command(request, async ({ db, now }) => {
    const proposal = await db.row(setReview, { proposal_id: id, state, now });
    if (proposal === undefined) throw new RuleError('proposal_not_found');
    return {
      proposal: proposal.uuid,
      ...presentReview({ status: proposal.status, review: state }),
    };
  });
