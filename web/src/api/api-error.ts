/** A refusal of the service, in the sentence it gave. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A stable slug to program against. */
  readonly code: string;
  /** Sentences by field path, of a 422 that names fields: `{ 'addresses.0.city': ['…'] }`. */
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

/** No answer came: no connection, or the service is out of reach. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  constructor(cause?: unknown) {
    super('Sem conexão com o serviço. Verifique o sinal e tente de novo.', { cause });
  }
}

/** The session could not be renewed: the person has to enter again. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
  constructor() {
    super('Sua sessão expirou. Entre de novo para continuar.');
  }
}

/** True for what waiting may mend: no answer, or a service in maintenance. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiError && isMaintenance(error.status));

/** 502, 503 and 504 come from a gateway or service that is not up. */
export const isMaintenance = (status: number): boolean => status >= 502 && status <= 504;
