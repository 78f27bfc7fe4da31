/** A refusal by the service, carrying the message it returned. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A stable code to program against. */
  readonly code: string;
  /** Messages by field path, from a 422 that names fields: `{ 'addresses.0.city': ['…'] }`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | undefined;

  constructor(status: number, body: Refusal) {
    super(body.error ?? 'Não foi possível concluir. Tente de novo.');
    this.status = status;
    this.code = body.code ?? `http_${status}`;
    this.errors = body.errors ?? {};
    this.requestId = body.request_id;
  }
}

interface Refusal {
  readonly error?: string;
  readonly code?: string;
  readonly request_id?: string;
  readonly errors?: Record<string, string[]>;
}

/** Thrown when no response arrived: no connection, or the service is unreachable. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  constructor(cause?: unknown) {
    super('Sem conexão com o serviço. Verifique o sinal e tente de novo.', { cause });
  }
}

/** Thrown when the session could not be renewed: the user has to log in again. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
  constructor() {
    super('Sua sessão expirou. Entre de novo para continuar.');
  }
}

/**
 * Thrown when a change that was sent before, without a reply, was turned away before it was looked
 * at: what became of it is as unknown as it was.
 */
export class StillUnknown extends Error {
  override readonly name = 'StillUnknown';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Returns true for errors that may pass with time: no response, or a service in maintenance. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiError && isMaintenance(error.status));

/**
 * Returns true for 502, 503 and 504, which come from a gateway, or from a service that is not up.
 */
export const isMaintenance = (status: number): boolean => status >= 502 && status <= 504;

/** Returns true where a request was turned away whatever it asked for: by its session or its number. */
export const isTurnedAway = (error: unknown): error is Error =>
  error instanceof SessionEnded ||
  (error instanceof ApiError && (error.status === 401 || error.status === 429));

/**
 * Returns true where a change may have been made all the same: no whole reply came, or the service
 * failed on its way to it, which may be after the change.
 */
export function isUncertain(error: unknown): boolean {
  if (error instanceof SessionEnded) return false;
  if (!(error instanceof ApiError)) return true;
  return isMaintenance(error.status) || ['internal_error', 'http_500'].includes(error.code);
}
