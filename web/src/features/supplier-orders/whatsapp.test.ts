import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isMobile, whatsAppTo } from './whatsapp.ts';

it('a message to the producer names the order, and goes to mobile numbers only', () => {
  const address = new URL(whatsAppTo('66999998888', 'COT-2026-000123'));
  assert.equal(address.origin + address.pathname, 'https://wa.me/5566999998888');
  assert.match(address.searchParams.get('text') ?? '', /cotação COT-2026-000123/);
  assert.deepEqual(['66999998888', '6635441234'].map(isMobile), [true, false]);
});
