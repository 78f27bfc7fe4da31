import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createResponseBook } from './response-book.ts';

const reply = (description: string) => ({ description, content: {} });

describe('the shared replies of the document', () => {
  it('are collected once by name, and referred to', () => {
    const book = createResponseBook();
    assert.deepEqual(book.refer('not_found', reply('Não encontrado')), {
      $ref: '#/components/responses/not_found',
    });
    book.refer('forbidden', reply('Sem permissão'));
    book.refer('not_found', reply('Não encontrado'));
    assert.deepEqual(Object.keys(book.components()), ['forbidden', 'not_found']);
  });

  it('have one content by name', () => {
    const book = createResponseBook();
    book.refer('not_found', reply('Não encontrado'));
    assert.throws(() => book.refer('not_found', reply('Sumiu')), /Two different replies/);
  });
});
