import { statementChannel } from '../src/platform/db/database.ts';

/**
 * Returns how many statements `work` sends to the database; BEGIN and COMMIT use the connection
 * directly and are not counted.
 */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const listen = (): void => {
    sent += 1;
  };
  statementChannel.subscribe(listen);
  await work().finally(() => statementChannel.unsubscribe(listen));
  return sent;
}
