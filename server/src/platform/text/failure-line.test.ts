import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureLine } from './failure-line.ts';

describe('the stored line of a failure', () => {
  it('is the first line of the message', () => {
    assert.equal(
      failureLine(new Error('connect ECONNREFUSED 10.0.0.7:587')),
      'connect ECONNREFUSED 10.0.0.7:587',
    );
    assert.equal(
      failureLine(new TypeError('x is not a function\n    at somewhere.ts:3')),
      'TypeError: x is not a function',
    );
    assert.equal(failureLine('just words'), 'just words');
    assert.equal(failureLine(new Error('')), 'erro sem mensagem');
    assert.equal(failureLine(new Error('a '.repeat(400))).length, 300);
  });

  it('contains no secret and no personal data', () => {
    const quotes: readonly (readonly [string, string])[] = [
      ['550 5.1.1 <maria.souza@fazenda.example> user unknown', '550 5.1.1 <…@…> user unknown'],
      [
        'cannot reach smtps://user:s3nh4@mail.example:465',
        'cannot reach smtps://…@mail.example:465',
      ],
      ['401 for Authorization: Bearer APP_USR-123.456', '401 for Authorization: … …'],
      ['login failed, password="correct horse"', 'login failed, password=…'],
      [
        'GET https://graph.example/v20/messages?access_token=EAAG&to=5566999990000 failed',
        'GET https://graph.example/v20/messages?… failed',
      ],
      ['no such number +55 (66) 99999-0000', 'no such number …'],
      ['document 529.982.247-25 is taken', 'document … is taken'],
      ['document 12.345.678/0001-95 is taken', 'document … is taken'],
      ['bad key 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'bad key …'],
    ];
    for (const [message, line] of quotes) assert.equal(failureLine(new Error(message)), line);
  });
});
