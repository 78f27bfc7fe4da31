import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { testsOf } from './changed.ts';
import { root, sourcesOf } from './imports.ts';

const all = sourcesOf(['domain', 'contract', 'server', 'web', 'tools', 'deploy', 'e2e'])
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.join(root, file));
const chosen = (...changed: string[]): string[] =>
  testsOf(changed, all).map((file) => path.relative(root, file));

describe('the selection of tests by changed files', () => {
  it('selects the tests of the changed feature, and those that import it', () => {
    const files = chosen('server/src/features/orders/offered-sql.ts');
    for (const file of [
      'server/src/features/orders/offered-sql.test.ts',
      'server/src/features/orders/order-comparison.test.ts',
    ])
      assert.ok(files.includes(file), file);
    assert.ok(files.length < all.length / 2, `${files.length} of ${all.length}`);
  });

  it('selects tests of every workspace that uses a changed file of the domain', () => {
    const files = chosen('domain/src/money/proposal-total.ts');
    assert.ok(
      files.includes('domain/src/money/proposal-total.test.ts') &&
        files.some((file) => file.startsWith('web/')),
    );
  });

  it('does not select every test because the application imports every feature', () => {
    assert.deepEqual(
      chosen('server/src/features/pages/page-service.ts').filter(
        (file) => !file.startsWith('server/src/features/pages/'),
      ),
      [],
    );
  });

  it('selects a test file that changed itself', () => {
    assert.deepEqual(
      chosen('tools/waiting.test.ts').filter((file) => !file.startsWith('tools/')),
      [],
    );
  });
});
