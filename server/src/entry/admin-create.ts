import { parseArgs } from 'node:util';
import { adminRoles, type AdminRole } from '@lavra/domain/account/user-type';
import { openInstallation } from '../app/installation.ts';
import { createAdmin } from '../features/accounts/accounts-feature.ts';
import { configOf } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { readEnv } from '../platform/config/env.ts';

/** Creates an administrator: `--email`, `--password`, and `--role` (master unless given). */
export async function adminCreate(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      role: { type: 'string', default: 'master' },
    },
  });
  const { email, password, role } = values;
  if (email === undefined || password === undefined || !isRole(role)) {
    throw new ConfigError(
      `Uso: npm run lavra -- admin create --email voce@exemplo.com.br --password … [--role ${adminRoles.join('|')}]`,
    );
  }
  const installation = await openInstallation(configOf(readEnv()));
  try {
    await createAdmin(installation.app.platform, { email, password }, role);
    process.stdout.write(`Administrador ${email} criado (${role}).\n`);
  } finally {
    await installation.close();
  }
}

const isRole = (value: string): value is AdminRole => adminRoles.some((role) => role === value);
