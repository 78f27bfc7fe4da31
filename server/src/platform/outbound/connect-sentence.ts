import { failureLine } from '../text/failure-line.ts';
import { channelProblemSentence } from '../texts/channel-texts.ts';
import type { ConnectError } from './connect-error.ts';

/** Returns the reason why no connection was made, for administrators. */
export const connectSentence = ({ problem, cause }: ConnectError): string =>
  channelProblemSentence(problem, failureLine(cause instanceof Error ? cause.message : ''));
