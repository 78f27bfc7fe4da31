import { isBlank } from '@lavra/domain/text/blank';

/** Returns what is wrong with a value, as a sentence, or null. */
export type Rule<Value = string> = (value: Value) => string | null;

export const required =
  (sentence = 'Preencha este campo.'): Rule =>
  (value) =>
    isBlank(value) ? sentence : null;

/** Combines rules: returns the first error. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (value) =>
    rules.reduce<string | null>((found, rule) => found ?? rule(value), null);

/** Accepts an empty value, or one that passes the rule. */
export const optional =
  (rule: Rule): Rule =>
  (value) =>
    isBlank(value) ? null : rule(value);

export const isEmail: Rule = (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
    ? null
    : 'Informe um e-mail válido, por exemplo nome@fazenda.com.br.';
/** Accepts a web address, with or without `https://`; the service validates it more strictly. */
export const isWebsite: Rule = (value) =>
  /^(https?:\/\/)?[^\s/:@]+\.[^\s/:@]+(:\d+)?([/?#]\S*)?$/i.test(value.trim())
    ? null
    : 'Informe um endereço da internet, por exemplo https://revenda.com.br.';
