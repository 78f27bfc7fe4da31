import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configOf } from './config.ts';

const whole = {
  FILES_STORE: 's3',
  FILES_BUCKET: 'anexos',
  FILES_ENDPOINT: 'https://s3.exemplo.com.br/',
  FILES_ACCESS_KEY_ID: 'AKIA',
  FILES_SECRET_ACCESS_KEY: 'um/segredo+comprido',
};

describe('the configuration of the object store', () => {
  it('is absent by default: files are in the database', () => {
    const { objects, storesObjects } = configOf({});
    assert.deepEqual([objects, storesObjects], [undefined, false]);
  });

  it('has a region of its own, and a folder that ends in a slash', () => {
    const { objects, storesObjects } = configOf({ ...whole, FILES_FOLDER: 'lavra/anexos' });
    assert.deepEqual(
      [objects, storesObjects],
      [
        {
          endpoint: 'https://s3.exemplo.com.br',
          region: 'us-east-1',
          bucket: 'anexos',
          prefix: 'lavra/anexos/',
          accessKeyId: 'AKIA',
          secretAccessKey: 'um/segredo+comprido',
        },
        true,
      ],
    );
    assert.equal(configOf(whole).objects?.prefix, '');
  });

  it('may be there for reading alone', () => {
    const { objects, storesObjects } = configOf({ ...whole, FILES_STORE: 'database' });
    assert.deepEqual([objects?.bucket, storesObjects], ['anexos', false]);
  });

  it('is refused where a part is missing or wrong, without the secret', () => {
    for (const [change, said] of [
      [{ FILES_SECRET_ACCESS_KEY: undefined }, /andam juntas/],
      [{ FILES_BUCKET: undefined }, /andam juntas.*\n.*FILES_STORE=s3 precisa/],
      [{ FILES_STORE: 'disco' }, /FILES_STORE deve ser um de: database, s3/],
      [{ FILES_BUCKET: 'Anexos!' }, /FILES_BUCKET deve ser o nome de um depósito/],
      [{ FILES_ENDPOINT: 's3.exemplo.com.br' }, /FILES_ENDPOINT deve ser um endereço http/],
      [{ FILES_ENDPOINT: 'https://eu:um/segredo@s3' }, /sem usuário, senha nem parâmetros/],
      [{ FILES_ENDPOINT: 'https://s3.exemplo.com.br/?token=um/segredo' }, /nem parâmetros/],
      [{ FILES_FOLDER: '../outra' }, /FILES_FOLDER deve ser uma pasta/],
      [{ FILES_FOLDER: 'lavra/..' }, /FILES_FOLDER deve ser uma pasta/],
      [{ FILES_FOLDER: '/lavra/' }, /FILES_FOLDER deve ser uma pasta/],
    ] as const) {
      assert.throws(
        () => configOf({ ...whole, ...change }),
        (error: Error) => {
          assert.match(error.message, said);
          assert.doesNotMatch(error.message, /um\/segredo/);
          return true;
        },
      );
    }
    assert.throws(() => configOf({ FILES_STORE: 's3' }), /FILES_STORE=s3 precisa de FILES_BUCKET/);
  });
});
