import fs from 'node:fs';

/** The environment, read only here. Values are trimmed; empty counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Secrets that may come in a file, as containers and systemd provide them:
 * `APP_KEY_FILE=/run/secrets/app_key`.
 */
const inFiles = [
  'APP_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'ADMIN_PASSWORD',
  'FILES_SECRET_ACCESS_KEY',
] as const;

/**
 * Reads the environment. `X_FILE` is used only when `X` itself is absent. Throws when a file cannot
 * be read.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(source)) env[name] = present(value);
  for (const name of inFiles) {
    const file = env[`${name}_FILE`];
    if (file !== undefined) env[name] ??= present(fs.readFileSync(file, 'utf8'));
  }
  return env;
}

function present(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
