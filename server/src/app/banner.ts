import type { Config } from '../platform/config/config.ts';
import type { InstallationDatabase } from './installation-database.ts';

/** Accounts to sign in with, one per profile. */
export interface Logins {
  readonly password: string;
  readonly emails: Readonly<Record<string, string>>;
}

/** Returns what `npm start` prints for a user: the URL, and the accounts to sign in with. */
export function banner({
  address,
  config,
  database,
  demo,
}: {
  address: string;
  config: Config;
  database: InstallationDatabase;
  demo: Logins | undefined;
}): string {
  const base = config.publicUrl ?? address;
  const lines = [
    '',
    `  Lavra está no ar: ${base}`,
    '',
    `  Portais               ${base}/produtor  ${base}/fornecedor  ${base}/admin`,
    `  Documentação da API   ${base}/api/docs`,
    `  Documento OpenAPI     ${base}/api/openapi.json`,
    '  Banco de dados        ' +
      (database.embedded
        ? `PostgreSQL embutido em ${config.dataDir}`
        : 'PostgreSQL de DATABASE_URL'),
  ];
  if (!config.production) lines.push(`  E-mails guardados     ${base}/dev/mails`);
  if (demo !== undefined) {
    lines.push('', `  Contas de demonstração (senha ${demo.password})`);
    for (const [type, email] of Object.entries(demo.emails))
      lines.push(`    ${type.padEnd(11)} ${email}`);
  }
  lines.push('', '  Ctrl-C encerra.', '');
  return `${lines.join('\n')}\n`;
}
