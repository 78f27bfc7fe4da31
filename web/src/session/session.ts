import type { Session as WireSession, User } from '@lavra/contract/accounts/schemas';

/** Who is signed in, as much of it as the shell shows: kept on the device. */
export interface Identity {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly user_type: User['user_type'];
  readonly email_verified: boolean;
  /** An administrator's; a session kept by an older release does not tell it. */
  readonly admin_role?: User['admin_role'];
}

export interface Session {
  readonly token: string;
  /** When the token ends, `YYYY-MM-DD HH:MM:SS` in the service's zone. */
  readonly expiresAt: string;
  readonly user: Identity;
  readonly permissions: readonly string[];
}

export function identityOf({
  id,
  name,
  email,
  user_type,
  email_verified,
  admin_role,
}: User): Identity {
  return {
    id,
    name,
    email,
    user_type,
    email_verified,
    ...(admin_role === null ? {} : { admin_role }),
  };
}

/** What login, registration and activation answer, as it is kept. */
export function sessionOf({ token, expires_at, user, permissions }: WireSession): Session {
  return { token, expiresAt: expires_at, user: identityOf(user), permissions };
}

/** Reads a kept session; undefined when it is none, whoever wrote it. */
export function readSession(text: string | null): Session | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSession(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { token, expiresAt, user, permissions } = value as Partial<Session>; // each is checked here
  return (
    typeof token === 'string' &&
    typeof expiresAt === 'string' &&
    typeof user?.user_type === 'string' &&
    Array.isArray(permissions)
  );
}
