import { openData } from './generate.ts';
const data = await openData([10_000, 1_000_000], (line) => console.log(line));
await data.postgres.stop();
process.exit(0);
