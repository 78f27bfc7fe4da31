import pg from 'pg';

// Loaded into the measured server: on request, counts the statements it sends to PostgreSQL, BEGIN
// and COMMIT included. Nothing is changed while times are measured.

const plain: unknown = Reflect.get(pg.Client.prototype, 'query');
let statements = 0;

function counted(this: pg.Client, ...args: unknown[]): unknown {
  statements += 1;
  // one of many overloads
  return Reflect.apply(plain as (...args: unknown[]) => unknown, this, args);
}

process.on('message', (question) => {
  if (question === 'count') {
    statements = 0;
    Reflect.set(pg.Client.prototype, 'query', counted);
  } else Reflect.set(pg.Client.prototype, 'query', plain);
  process.send?.({ statements });
});
process.channel?.unref();
