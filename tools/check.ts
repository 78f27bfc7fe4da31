import { checks, runCheck } from './checks.ts';

// `npm run check`: format, lint, types and unused exports, all concurrently, without a database.

const results = await Promise.all(
  Object.values(checks)
    .flat()
    .map(async (check) => {
      const { passed, seconds } = await runCheck(check);
      process.stdout.write(
        `${passed ? '✔' : '✖'} ${check.name.padEnd(30)} ${seconds.toFixed(1)} s\n`,
      );
      return passed;
    }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
