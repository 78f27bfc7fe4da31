import fs from 'node:fs';
import path from 'node:path';

// The commands of the runbook that lead from three empty servers to a cluster, for the proof that
// runs them.

const runbook = path.resolve(import.meta.dirname, '../../../docs/runbook');

/** A block of commands, under the words in bold or the heading that it stands below. */
interface GuideStep {
  readonly title: string;
  readonly commands: string;
}

/** Where the proof runs each step of `cluster.md`. */
export const clusterSteps = {
  '1. Os arquivos': 'with Lavra',
  '2. As senhas': 'with Lavra',
  '3. A entrega': 'with Lavra',
  '4. O etcd': 'each of the database',
  '5. O Patroni': 'each of the database',
  '6. O HAProxy': 'with Lavra',
  '7. Papéis e banco': 'with Lavra',
  '8. As leituras longas': 'with Lavra',
  'Com PgBouncer': 'with Lavra',
  'Trocar o primário': 'one of the database',
} as const;
export type ClusterStep = keyof typeof clusterSteps;

/** Returns the steps of a page of the runbook that have commands, in order. */
export function readGuide(page: string): GuideStep[] {
  const text = fs.readFileSync(path.join(runbook, page), 'utf8');
  const parts = /^## (?<heading>.+)$|^\*\*(?<bold>[^*]+)\*\*|^```sh\n(?<commands>[^]*?)^```$/gm;
  const steps: GuideStep[] = [];
  let title = '';
  for (const { groups = {} } of text.matchAll(parts)) {
    title = groups['heading'] ?? groups['bold'] ?? title;
    const { commands } = groups;
    if (commands !== undefined) steps.push({ title, commands });
  }
  return steps;
}

/** Returns the commands of a step; throws where the page does not have it once. */
export function commandsOf(page: string, title: string): string {
  const [step, ...more] = readGuide(page).filter((one) => one.title === title);
  if (step === undefined || more.length > 0)
    throw new Error(`${page} has ${step === undefined ? 'no' : 'more than one'} block "${title}"`);
  return step.commands;
}

/** Returns the block of the installation that the cluster's page refers to. */
export function secretsOfInstallation(): string {
  const block = readGuide('installation.md').find(({ title }) => title.startsWith('4. '));
  if (block === undefined) throw new Error('the installation has no fourth step');
  return block.commands;
}
