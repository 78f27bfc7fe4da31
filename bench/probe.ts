import pg from 'pg';

// Loaded into the measured server beside it: counts the statements it sends to PostgreSQL, BEGIN and COMMIT included,
// while it is asked to. Nothing is touched while anything is timed.

const plain: unknown = Reflect.get(pg.Client.prototype, 'query');
let statements = 0;

function counted(this: pg.Client, ...args: unknown[]): unknown {
  statements += 1;
  return Reflect.apply(plain as (...args: unknown[]) => unknown, this, args); // one of many overloads
}

process.on('message', (question) => {
  if (question === 'count') {
    statements = 0;
    Reflect.set(pg.Client.prototype, 'query', counted);
  } else Reflect.set(pg.Client.prototype, 'query', plain);
  process.send?.({ statements });
});
process.channel?.unref();
