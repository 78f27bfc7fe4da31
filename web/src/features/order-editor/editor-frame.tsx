import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons.tsx';
import { stepLabels, steps, type Step } from './draft-values.ts';
import styles from './editor.module.css';

/** Shows the four steps and marks the current one. Only reachable steps are links. */
export function Stepper({
  step,
  problems = [],
  isOpen,
}: {
  readonly step: Step;
  readonly problems?: readonly Step[];
  readonly isOpen: boolean;
}) {
  return (
    <nav aria-label="Etapas" className={styles['stepper']}>
      <ol>
        {steps.map((one, index) => {
          const isDone = isOpen && one !== 'revisao' && one !== step && !problems.includes(one);
          const inside = (
            <>
              <span className={styles['dot']}>{isDone ? <CheckIcon size={16} /> : index + 1}</span>
              <span>
                {stepLabels[one]}
                {isDone && <span className="lv-hidden"> (pronto)</span>}
              </span>
            </>
          );
          return (
            <li key={one} data-current={one === step || undefined} data-done={isDone || undefined}>
              {isOpen ? (
                <Link
                  to="."
                  search={{ passo: one }}
                  aria-current={one === step ? 'step' : undefined}
                >
                  {inside}
                </Link>
              ) : (
                <span aria-current={one === step ? 'step' : undefined}>{inside}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A step with its heading, which takes the focus when the user comes from another step. */
export function StepSection({
  step,
  lead,
  children,
}: {
  readonly step: Step;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step]);
  return (
    <section className={styles['step']} aria-labelledby="etapa">
      <div>
        <h2 id="etapa" ref={heading} tabIndex={-1}>
          {stepLabels[step]}
        </h2>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** The links to the previous and the next step. */
export function StepFoot({
  step,
  children,
}: {
  readonly step: Step;
  readonly children?: ReactNode;
}) {
  const at = steps.indexOf(step);
  const [before, after] = [steps[at - 1], steps[at + 1]];
  return (
    <div className={styles['stepFoot']}>
      {before !== undefined && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="." search={{ passo: before }} {...props} />}
        >
          Voltar
        </Button>
      )}
      {children ??
        (after !== undefined && (
          <Button renderRoot={(props) => <Link to="." search={{ passo: after }} {...props} />}>
            Continuar
          </Button>
        ))}
    </div>
  );
}
