import type { Moment } from '../../../platform/pdf/letterhead.ts';
import type { DecisionContent, DecisionRound } from './decision-content.ts';

/** A decision record as it is sent to the rendering thread. */
export interface DecisionDocument extends Moment {
  readonly producer: string;
  readonly content: DecisionContent;
  /** What later rounds bought, in sequence. */
  readonly rounds: readonly DecisionRound[];
}

/** Renders a record as a PDF outside the event loop. */
export type DecisionPrinter = (document: DecisionDocument) => Promise<Buffer>;
