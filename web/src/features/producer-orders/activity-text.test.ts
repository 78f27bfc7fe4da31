import assert from 'node:assert/strict';
import { it } from 'node:test';
import { activityText } from './activity-text.ts';

it('what happens to a published order is shown in numbers from three on', () => {
  assert.equal(
    activityText({ notified: 1021, viewed: 6, drafting: 3 }, false),
    '1.021 avisados · 6 viram · 3 estão preenchendo',
  );
  assert.equal(
    activityText({ notified: null, viewed: null, drafting: null }, true),
    'Menos de 3 avisados · menos de 3 viram · menos de 3 estão preenchendo',
  );
  assert.equal(
    activityText({ notified: 0, viewed: null, drafting: null }, true),
    'Avisando os fornecedores…',
  );
  assert.match(
    activityText({ notified: 0, viewed: null, drafting: null }, false),
    /^Nenhum avisado ainda · /,
  );
});
