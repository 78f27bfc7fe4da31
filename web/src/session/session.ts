import type { Session as WireSession, User } from '@lavra/contract/accounts/schemas';

/** The signed-in user's data that the shell shows, stored on the device. */
export interface Identity {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly user_type: User['user_type'];
  readonly email_verified: boolean;
  /** Set for administrators; absent in sessions stored by an older release. */
  readonly admin_role?: User['admin_role'];
}

export interface Session {
  readonly token: string;
  /** When the token expires, `YYYY-MM-DD HH:MM:SS` in the service's time zone. */
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

/** Converts the reply of login, registration and activation to the stored form. */
export function sessionOf({ token, expires_at, user, permissions }: WireSession): Session {
  return { token, expiresAt: expires_at, user: identityOf(user), permissions };
}

/** Parses a stored session; undefined when the text is not a valid one, whatever wrote it. */
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
  // each field is checked here
  const { token, expiresAt, user, permissions } = value as Partial<Session>;
  return (
    typeof token === 'string' &&
    typeof expiresAt === 'string' &&
    typeof user?.user_type === 'string' &&
    Array.isArray(permissions)
  );
}
