import pg from 'pg';

// Loaded into the measured server: on request, counts the statements it sends to PostgreSQL, BEGIN
// and COMMIT included, and has its connections report the rows that they read. Nothing is changed
// while times are measured.

type Call = (...args: unknown[]) => unknown;
const proto = pg.Client.prototype;
const plain = Reflect.get(proto, 'query') as Call; // one of many overloads
const connect = Reflect.get(proto, 'connect') as Call;
const clients = new Set<pg.Client>();
let statements = 0;

Reflect.set(proto, 'connect', function remembered(this: pg.Client, ...args: unknown[]): unknown {
  clients.add(this);
  this.once('end', () => clients.delete(this));
  return Reflect.apply(connect, this, args);
});

function counted(this: pg.Client, ...args: unknown[]): unknown {
  statements += 1;
  return Reflect.apply(plain, this, args);
}

/** A connection reports what it read at the end of a statement, but only each second unless it is asked to. */
async function reportRows(client: pg.Client): Promise<void> {
  const query = async (text: string): Promise<void> => {
    await Reflect.apply(plain, client, [text]);
  };
  await query('SELECT pg_stat_force_next_flush()').catch(() => {}); // a connection that ended meanwhile has reported
  await query('SELECT 1').catch(() => {});
}

async function answer(question: unknown): Promise<void> {
  Reflect.set(proto, 'query', plain);
  const sent = statements;
  await Promise.all([...clients].map(reportRows));
  statements = 0;
  if (question === 'count') Reflect.set(proto, 'query', counted);
  process.send?.({ statements: sent });
}

process.on('message', (question) => void answer(question));
process.channel?.unref();
