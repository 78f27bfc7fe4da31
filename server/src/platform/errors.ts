import { errorSentence, errorStatus, type ErrorCode } from './texts/error-texts.ts';
import { fieldSentence, type FieldCode } from './texts/field-texts.ts';

type Details = Readonly<Record<string, string | number>>;

/** An error with a known code, which the error handler turns into its status and message. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}, options?: ErrorOptions) {
    super(errorSentence(code, details), options);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus(this.code);
  }
}

/** No field has a longer path; of what a caller named, a refusal repeats as much. */
const LONGEST_PATH = 200;

/** Collects problems by field path (`items.0.unit_price`), so that all are reported together. */
export class FieldErrors {
  readonly #errors = new Map<string, string[]>();

  /** Adds a code's sentence, after what `before` says about the place. */
  add(path: string, code: FieldCode, details: Details = {}, before = ''): void {
    const field = path.slice(0, LONGEST_PATH);
    const sentence = before + fieldSentence(code, details);
    const known = this.#errors.get(field);
    if (known === undefined) this.#errors.set(field, [sentence]);
    else if (!known.includes(sentence)) known.push(sentence);
  }

  /** Returns whether this field already has a problem. */
  has(path: string): boolean {
    return this.#errors.has(path);
  }

  get any(): boolean {
    return this.#errors.size > 0;
  }

  /** The sentences of each field. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.#errors);
  }

  /** Throws `InvalidFields` when anything was added. */
  throwIfAny(): void {
    if (this.any) throw new InvalidFields(this.errors);
  }
}

/** Reports an invalid body or query, field by field: 422. */
export class InvalidFields extends Error {
  override readonly name = 'InvalidFields';
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super(errorSentence('validation_failed'));
    this.errors = errors;
  }

  /** Returns the error for a single field. */
  static of(path: string, code: FieldCode, details: Details = {}): InvalidFields {
    return new InvalidFields({ [path]: [fieldSentence(code, details)] });
  }
}
