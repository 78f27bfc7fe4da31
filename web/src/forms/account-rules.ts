import { passwordProblems, type PasswordProblem } from '@lavra/domain/account/password-rule';
import {
  parseDocument,
  type DocumentProblem,
  type DocumentType,
} from '@lavra/domain/document/document';
import { parsePhone } from '@lavra/domain/phone';
import { parsePostalCode } from '@lavra/domain/postal-code';
import type { Rule } from './field-rules.ts';

// The rules of what an account is made of; a page that asks for none of it does not load them.

export const isPhone: Rule = (value) =>
  parsePhone(value) === null ? 'Informe um telefone com DDD, por exemplo (66) 99999-8888.' : null;
export const isPostalCode: Rule = (value) =>
  parsePostalCode(value) === null ? 'Informe um CEP com 8 dígitos.' : null;

const documentTexts: Readonly<Record<DocumentProblem, (name: string) => string>> = {
  empty: (name) => `Informe o ${name}.`,
  bad_character: (name) =>
    name === 'CPF' ? 'O CPF tem só números.' : 'O CNPJ tem só letras e números.',
  too_short: (name) => `Faltam caracteres neste ${name}.`,
  too_long: (name) => `Há caracteres demais neste ${name}.`,
  repeated: (name) => `Este ${name} não existe.`,
  bad_check_digits: (name) => `Este ${name} não confere: revise os números.`,
};

/** Accepts a CPF or CNPJ, masked or not. */
export const isDocument =
  (type: DocumentType): Rule =>
  (value) => {
    const parsed = parseDocument(type, value);
    return parsed.ok ? null : documentTexts[parsed.reason](type === 'cpf' ? 'CPF' : 'CNPJ');
  };

/** The password rules as shown to the user, in the order they are checked. */
export const passwordTexts: readonly (readonly [PasswordProblem, string])[] = [
  ['too_short', '8 caracteres ou mais'],
  ['no_uppercase', 'uma letra maiúscula'],
  ['no_digit', 'um número'],
];

export const isPassword: Rule = (value) => {
  const problems = passwordProblems(value);
  if (problems.length === 0) return null;
  if (problems.includes('too_long')) return 'Use no máximo 128 caracteres.';
  return `Falta: ${passwordTexts
    .filter(([problem]) => problems.includes(problem))
    .map(([, text]) => text)
    .join(', ')}.`;
};
