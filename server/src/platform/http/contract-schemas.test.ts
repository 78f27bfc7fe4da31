import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '@lavra/contract/endpoints';
import { isEventsReply, isFileReply } from '@lavra/contract/kit/endpoint';
import { compileNow } from './schema-compiler.ts';

test('every schema of the contract can be compiled', () => {
  for (const { id, params, query, body, reply } of endpoints) {
    assert.doesNotThrow(() => {
      if (params !== undefined) compileNow(params, 'params');
      if (query !== undefined) compileNow(query, 'querystring');
      if (body !== undefined) compileNow(body, 'body');
      if (!isFileReply(reply) && !isEventsReply(reply)) compileNow(reply, 'reply');
    }, id);
  }
});
