import assert from 'node:assert/strict';
import { it } from 'node:test';
import { someCpf } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { importDesk } from './imports.fixture.ts';

const service = await startService();
const desk = await importDesk(service);

it('an import file of the largest size is read without delaying other requests', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, row) => `Sítio;maior-${row}@teste.example;${someCpf()};78890-000;Rua A;Sorriso;MT`,
  );
  const file = Buffer.from(
    ['Nome;E-mail;CPF ou CNPJ;CEP;Logradouro;Município;UF', ...rows].join('\r\n'),
  );
  const started = performance.now();
  let [worst, last] = [0, started];
  const pulse = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
  }, 5);
  const { body } = await desk.send('producers', file);
  clearInterval(pulse);
  assert.equal(body.summary.valid, 10_000);
  const took = performance.now() - started;
  assert.ok(worst < took / 2, `held up for ${Math.round(worst)} of ${Math.round(took)} ms`);
});
