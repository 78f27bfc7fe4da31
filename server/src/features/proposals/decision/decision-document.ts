import type { Moment } from '../../../platform/pdf/letterhead.ts';
import type { DecisionContent } from './decision-content.ts';

/** A decision record as it goes to the thread that prints it. */
export interface DecisionDocument extends Moment {
  readonly producer: string;
  readonly content: DecisionContent;
}

/** Prints a record somewhere off the event loop. */
export type DecisionPrinter = (document: DecisionDocument) => Promise<Buffer>;
