import { passwordProblems } from '@lavra/domain/account/password-rule';
import { CheckIcon } from '../ui/icons.tsx';
import { CircleIcon } from '../ui/page-icons.tsx';
import { passwordTexts } from './account-rules.ts';
import styles from './form.module.css';

/** The password rules, each marked once it is met. */
export function PasswordRules({ value }: { readonly value: string }) {
  const problems = passwordProblems(value);
  return (
    <ul className={styles['rules']} aria-label="A senha precisa de">
      {passwordTexts.map(([problem, text]) => {
        const isMet = value !== '' && !problems.includes(problem);
        return (
          <li key={problem} data-met={isMet || undefined}>
            {isMet ? <CheckIcon size={16} /> : <CircleIcon size={16} />}
            {text}
            {isMet && <span className="lv-hidden"> (pronto)</span>}
          </li>
        );
      })}
    </ul>
  );
}
