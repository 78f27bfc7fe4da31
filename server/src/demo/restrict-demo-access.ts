import type { Installation } from '../app/installation.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { isLoopback, rejectUnknownHosts } from '../platform/http/known-hosts.ts';
import { findDemo } from './load-demo.ts';

/**
 * Restricts an installation whose database holds the demo, or is about to, to this machine, because
 * the demo's passwords are public. Throws `ConfigError` when it would listen for other machines,
 * and otherwise makes it accept requests by known names only. With `DEMO_PUBLIC=1` the operator
 * lifts the restriction.
 */
export async function restrictDemoAccess(
  { app, config }: Installation,
  { loading }: { loading: boolean },
): Promise<void> {
  if (config.demoPublic) return;
  const found = await findDemo(app);
  if (found !== 'loaded' && !(loading && found === 'empty')) return;
  if (!isLoopback(config.host)) {
    throw new ConfigError(
      `As senhas da demonstração são conhecidas de todos, e HOST=${config.host} a abriria a ` +
        'outras máquinas: use HOST=127.0.0.1, DEMO=0 com um banco próprio, ou DEMO_PUBLIC=1 se ' +
        'é isso mesmo que se quer.',
    );
  }
  rejectUnknownHosts(app.http.server, config.publicUrl);
}
