import { limitPool } from './pool.ts';
import { readList } from './list-statement.ts';
import { serve } from './serve.ts';

// The comparison server for lists: `node list-server.ts <database url> <port>`, GET
// /orders/<supplier id>.

const [, , url = '', port = '0'] = process.argv;
const pool = limitPool(url);
serve(Number(port), (path) => readList(pool, Number(path.slice('/orders/'.length))));
