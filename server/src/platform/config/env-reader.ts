import { parseHostPort } from '../outbound/host-port.ts';
import type { Env } from './env.ts';

/** Lists every problem of the environment at once, in sentences an operator can act on. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads typed values from the environment and collects what is wrong with them. */
export class EnvReader {
  readonly #env: Env;
  readonly #problems: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  problem(sentence: string): void {
    this.#problems.push(sentence);
  }

  /** Throws when anything was wrong. */
  finish(): void {
    if (this.#problems.length > 0)
      throw new ConfigError(
        ['A configuração tem problemas:', ...this.#problems.map((p) => `  - ${p}`)].join('\n'),
      );
  }

  text(name: string, fallback: string): string {
    return this.#env[name] ?? fallback;
  }

  integer(name: string, fallback: number, range: { min: number; max: number }): number {
    return this.#parsed(
      name,
      fallback,
      (value) => {
        const number = Number(value);
        return /^\d+$/.test(value) && number >= range.min && number <= range.max
          ? number
          : undefined;
      },
      `um número inteiro de ${range.min} a ${range.max}`,
    );
  }

  ratio(name: string, fallback: number): number {
    return this.#parsed(
      name,
      fallback,
      (value) => (/^(0|1|0?\.\d+)$/.test(value) ? Number(value) : undefined),
      'um número de 0 a 1, por exemplo 0.1',
    );
  }

  flag(name: string, fallback: boolean): boolean {
    const words: Record<string, boolean> = {
      '1': true,
      true: true,
      on: true,
      '0': false,
      false: false,
      off: false,
    };
    return this.#parsed(name, fallback, (value) => words[value.toLowerCase()], '1 ou 0');
  }

  onOff(name: string, fallback: boolean): boolean {
    const words: Record<string, boolean> = { on: true, off: false };
    return this.#parsed(name, fallback, (value) => words[value.toLowerCase()], 'on ou off');
  }

  oneOf<const V extends readonly string[]>(
    name: string,
    values: V,
    fallback: V[number],
  ): V[number] {
    return this.#parsed(
      name,
      fallback,
      (value) => values.find((candidate) => candidate === value),
      `um de: ${values.join(', ')}`,
    );
  }

  postgresUrl(name: string): string | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) => (/^postgres(ql)?:\/\/\S+$/.test(value) ? value : undefined),
      'um endereço postgres://usuário:senha@servidor:5432/banco',
    );
  }

  redisUrl(name: string): string | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) => (hasProtocol(value, ['redis:', 'rediss:']) ? value : undefined),
      'um endereço redis://usuário:senha@servidor:6379/0, ou rediss:// com TLS',
    );
  }

  httpUrl(name: string): string | undefined {
    return this.#parsed(name, undefined, addressOf, 'um endereço http:// ou https://');
  }

  /** Reads an address that is shown and logged, and so takes no password. */
  openUrl(name: string): string | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) => (/[@?#]/.test(value) ? undefined : addressOf(value)),
      'um endereço http:// ou https:// sem usuário, senha nem parâmetros',
    );
  }

  /** Reads the name of a bucket of an object store. */
  bucket(name: string): string | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) => (/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value) ? value : undefined),
      'o nome de um depósito: de 3 a 63 letras minúsculas, algarismos, pontos e hifens',
    );
  }

  /** Reads a folder's path, without a slash at either end. */
  folder(name: string): string | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) =>
        /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/.test(value)
          ? value
          : undefined,
      'uma pasta de letras, algarismos, pontos e hifens, por exemplo lavra/anexos',
    );
  }

  /** Reads comma-separated `host:port`; in the form of `parseHostPort`. */
  hostPorts(name: string): ReadonlySet<string> {
    const none: ReadonlySet<string> = new Set();
    return this.#parsed(
      name,
      none,
      (value) => {
        const targets = value.split(',').map(parseHostPort);
        return targets.includes(undefined)
          ? undefined
          : new Set(targets.filter((target) => target !== undefined));
      },
      'uma lista de servidor:porta separada por vírgulas, por exemplo smtp.interno:25,[::1]:8080',
    );
  }

  secret(name: string, { minLength }: { minLength: number }): string | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) => (value.length >= minLength ? value : undefined),
      `um segredo de ao menos ${minLength} caracteres`,
    );
  }

  timezone(name: string, fallback: string): string {
    return this.#parsed(
      name,
      fallback,
      (value) => (isTimezone(value) ? value : undefined),
      'um fuso horário, por exemplo America/Sao_Paulo',
    );
  }

  instant(name: string): Date | undefined {
    return this.#parsed(
      name,
      undefined,
      (value) => (Number.isNaN(Date.parse(value)) ? undefined : new Date(value)),
      'um instante ISO 8601, por exemplo 2026-11-20T12:00:00Z',
    );
  }

  /**
   * Reads `1`, which trusts a proxy on this machine, or a comma-separated list of addresses and
   * networks.
   */
  trustProxy(name: string): boolean | string {
    const value = this.#env[name];
    if (value === undefined || value === '0' || value === 'false') return false;
    return value === '1' || value === 'true' ? 'loopback' : value;
  }

  #parsed<T>(
    name: string,
    fallback: T,
    parse: (value: string) => T | undefined,
    expected: string,
  ): T {
    const value = this.#env[name];
    if (value === undefined) return fallback;
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    this.problem(`${name} deve ser ${expected}.`);
    return fallback;
  }
}

const addressOf = (value: string): string | undefined =>
  hasProtocol(value, ['http:', 'https:']) ? value.replace(/\/$/, '') : undefined;

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol);
}

function isTimezone(value: string): boolean {
  try {
    return Intl.DateTimeFormat('pt-BR', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
