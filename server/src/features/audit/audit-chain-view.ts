import type {
  AuditChain,
  AuditVerification,
  verifyAuditChain as endpoint,
} from '@lavra/contract/admin/logs';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { formatHead, parseHead, type AuditHead } from './audit-chain.ts';
import { readChain } from './audit-sealer.ts';
import { auditProblemTexts } from './audit-texts.ts';
import { verifyAuditPart, type AuditPart } from './audit-verifier.ts';

/**
 * Seals verified by one request: some hundred milliseconds of work, during which other requests run
 * between its batches.
 */
const PART = 5_000;

/** Returns the state of the chain of seals. */
export const getAuditChain = async (platform: Platform): Promise<AuditChain> =>
  presentChain(await readChain(platform));

/** Verifies a part of the chain, from the seal that is named. */
export const verifyAuditChain = async (
  db: Db,
  { after, head }: QueryOf<typeof endpoint>,
): Promise<AuditVerification> =>
  presentPart(await verifyAuditPart(db, { after: headOf(after), head: headOf(head), size: PART }));

const headOf = (text: string | undefined): AuditHead | undefined =>
  text === undefined ? undefined : parseHead(text);

function presentChain({ end, unsealed }: Awaited<ReturnType<typeof readChain>>): AuditChain {
  const head =
    end === undefined
      ? null
      : {
          sequence: end.sequence,
          hash: end.hash.toString('hex'),
          head: formatHead(end),
          sealed_at: wireTime(end.sealed_at),
        };
  return { sealed: head?.sequence ?? 0, unsealed, head };
}

const presentPart = ({
  checked,
  erased,
  head,
  complete,
  problem,
}: AuditPart): AuditVerification => ({
  checked,
  erased,
  complete,
  verified_to: head.sequence === 0 ? null : formatHead(head),
  problem:
    problem === undefined
      ? null
      : {
          kind: problem.kind,
          message: auditProblemTexts[problem.kind],
          sequence: problem.sequence,
          log_id: problem.auditId,
        },
});
