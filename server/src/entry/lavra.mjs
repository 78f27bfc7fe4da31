import v8 from 'node:v8';

// The command line's first step: reports a missing requirement before any other module needs it.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `O Lavra precisa do Node 24 ou mais novo (este é o ${process.versions.node}).\nUse \`npm ci\` e depois \`npm start\` ou \`npm run lavra -- …\`: o projeto traz o Node de que precisa.\n`,
  );
  process.exit(1);
}
// A collection is due when the heap is twice what the last one left, instead of up to four times
// (docs/adr/0108).
v8.setFlagsFromString('--heap-growing-percent=100');

const { runCli } = await import('./cli.ts');
process.exitCode = await runCli(process.argv.slice(2));
