const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

export type PasswordProblem = 'too_short' | 'too_long' | 'no_digit' | 'no_uppercase';

/**
 * Returns every rule that a password breaks; an empty list when it is acceptable. Lengths are in
 * characters; accented capitals count as capitals.
 */
export function passwordProblems(password: string): PasswordProblem[] {
  const length = Array.from(password).length;
  const broken: Record<PasswordProblem, boolean> = {
    too_short: length < PASSWORD_MIN_LENGTH,
    too_long: length > PASSWORD_MAX_LENGTH,
    no_digit: !/\d/.test(password),
    no_uppercase: !/\p{Lu}/u.test(password),
  };
  const problems: PasswordProblem[] = ['too_short', 'too_long', 'no_digit', 'no_uppercase'];
  return problems.filter((problem) => broken[problem]);
}
