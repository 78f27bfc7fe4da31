import { openInstallation } from '../app/installation.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/** Loads the demo into an empty database. */
export async function seed(): Promise<void> {
  const installation = await openInstallation(configOf(readEnv()));
  try {
    const demo = await loadDemo(installation);
    process.stdout.write(
      demo === undefined
        ? 'O banco já tem contas próprias: nada foi carregado.\n'
        : 'A demonstração está carregada.\n',
    );
  } finally {
    await installation.close();
  }
}
