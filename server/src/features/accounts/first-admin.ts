import { parseEmail } from '@lavra/domain/account/email';
import { passwordProblems, type PasswordProblem } from '@lavra/domain/account/password-rule';
import type { AdminRole } from '@lavra/domain/account/user-type';
import { hashPassword } from '../../platform/auth/password.ts';
import { ConfigError } from '../../platform/config/env-reader.ts';
import { systemActor } from '../../platform/db/command.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAccount } from './create-account.ts';

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates a master admin if there is no admin at all; otherwise, also when another process was
 * faster, does nothing. Throws `ConfigError` when e-mail or password are not acceptable.
 */
export async function ensureFirstAdmin(platform: Platform, admin: FirstAdmin): Promise<void> {
  if (await hasAdmin(platform.db)) return;
  try {
    await createAdmin(platform, admin, 'master');
  } catch (error) {
    if (!(error instanceof EmailTakenError) || !(await hasAdmin(platform.db))) throw error;
  }
}

class EmailTakenError extends ConfigError {}

/**
 * Creates an admin who can log in at once. Throws `ConfigError` when e-mail or password are not
 * acceptable.
 */
export async function createAdmin(
  platform: Platform,
  admin: FirstAdmin,
  admin_role: AdminRole,
): Promise<void> {
  const email = checkFirstAdmin(admin);
  const password_hash = await hashPassword(admin.password);
  try {
    await platform.command(systemActor, async (uow) => {
      await createAccount(uow, {
        profile: { user_type: 'admin', admin_role },
        status: 'ativo',
        name: 'Administração',
        email,
        email_verified: true,
        password_hash,
        phone: null,
        mobile: null,
        document: null,
        addresses: [],
      });
    });
  } catch (error) {
    if (!violatesUnique(error, 'users_email_key_key')) throw error;
    throw new EmailTakenError(`E-mail do administrador: ${email} já é o e-mail de outra conta.`, {
      cause: error,
    });
  }
}

async function hasAdmin(db: Db): Promise<boolean> {
  return (
    (await db.q
      .selectFrom('users')
      .select('id')
      .where('user_type', '=', 'admin')
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

const sentences: Readonly<Record<PasswordProblem, string>> = {
  too_short: 'use ao menos 8 caracteres',
  too_long: 'use no máximo 128 caracteres',
  no_digit: 'inclua ao menos um número',
  no_uppercase: 'inclua ao menos uma letra maiúscula',
};

/** Returns the normalised address; throws every problem at once, without repeating the password. */
function checkFirstAdmin({ email: raw, password }: FirstAdmin): string {
  const email = parseEmail(raw);
  const problems = passwordProblems(password).map((problem) => sentences[problem]);
  const lines = [
    ...(email === null ? ['E-mail do administrador: informe um e-mail válido.'] : []),
    ...(problems.length > 0 ? [`Senha do administrador: ${problems.join('; ')}.`] : []),
  ];
  if (email === null || lines.length > 0) throw new ConfigError(lines.join('\n'));
  return email;
}
