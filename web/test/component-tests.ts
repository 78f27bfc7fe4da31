import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { endpointTablePlugin } from '../build/endpoint-table.ts';
import { portalNames, webRoot } from '../build/portals.ts';

/** How many tests passed and failed. */
export interface ComponentCounts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Runs files of component tests, all in one thread of this process; with a pattern, only the tests
 * whose name matches. What no test counts, as a file that cannot be loaded, a promise that nothing
 * awaited, or no test at all, is one failure.
 */
export async function runComponentTests(
  files: readonly string[],
  { verbose, pattern }: { readonly verbose: boolean; readonly pattern?: RegExp | undefined },
): Promise<ComponentCounts> {
  const vitest = await startVitest(
    'test',
    [...files],
    {
      root: webRoot,
      config: false,
      watch: false,
      include: ['src/**/*.component.test.tsx'],
      setupFiles: ['test/each-file.ts'],
      environment: 'happy-dom',
      pool: 'threads',
      maxWorkers: 1,
      // One DOM and one set of modules for all files: loading them takes longer than the tests.
      isolate: false,
      testTimeout: 120_000,
      ...(pattern === undefined ? {} : { testNamePattern: pattern }),
      reporters: [verbose ? 'verbose' : 'minimal'],
    },
    { logLevel: 'warn', plugins: [endpointTablePlugin(...portalNames)] },
  );
  const modules = vitest.state.getTestModules();
  const results = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => test.result().state),
  );
  const passed = results.filter((state) => state === 'passed').length;
  const failed = results.filter((state) => state === 'failed').length;
  const isBroken =
    modules.length < files.length ||
    results.length === 0 ||
    modules.some((module) => module.state() === 'failed') ||
    vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return { passed, failed: failed === 0 && isBroken ? 1 : failed };
}

// As a process of its own, which can be ended where a test does not: it sends its counts.
if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verbose: { type: 'boolean', default: false }, pattern: { type: 'string' } },
  });
  const counts = await runComponentTests(positionals, {
    verbose: values.verbose,
    pattern: values.pattern === undefined ? undefined : new RegExp(values.pattern, 'i'),
  });
  process.send?.(counts);
  process.exit(counts.failed === 0 ? 0 : 1);
}
