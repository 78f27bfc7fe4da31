import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons.tsx';
import { useIsReader } from '../producer-orders/use-order.ts';
import { stepLabels, steps, type Step } from './draft-values.ts';
import styles from './editor.module.css';

/** Returns how the steps are called: a consultant does not publish. */
function useStepLabels(): typeof stepLabels {
  return useIsReader() ? { ...stepLabels, revisao: 'Revisar' } : stepLabels;
}

/**
 * Shows the four steps and marks the current one. Only reachable steps are links; a tick means that
 * the producer has seen the step and that it has no problem.
 */
export function Stepper({
  step,
  problems = [],
  seen = [],
  isOpen,
}: {
  readonly step: Step;
  readonly problems?: readonly Step[];
  readonly seen?: readonly Step[];
  readonly isOpen: boolean;
}) {
  return (
    <nav aria-label="Etapas" className={styles['stepper']}>
      <ol>
        {steps.map((one) => (
          <StepMark
            key={one}
            step={one}
            isCurrent={one === step}
            isDone={
              one !== 'revisao' && one !== step && seen.includes(one) && !problems.includes(one)
            }
            isOpen={isOpen}
          />
        ))}
      </ol>
    </nav>
  );
}

interface StepMarkProps {
  readonly step: Step;
  readonly isCurrent: boolean;
  readonly isDone: boolean;
  readonly isOpen: boolean;
}

function StepMark({ step, isCurrent, isDone, isOpen }: StepMarkProps) {
  const labels = useStepLabels();
  const current = isCurrent ? 'step' : undefined;
  const inside = (
    <>
      <span className={styles['dot']}>
        {isDone ? <CheckIcon size={16} /> : steps.indexOf(step) + 1}
      </span>
      <span>
        {labels[step]}
        {isDone && <span className="lv-hidden"> (pronto)</span>}
      </span>
    </>
  );
  return (
    <li data-current={isCurrent || undefined} data-done={isDone || undefined}>
      {isOpen ? (
        <Link to="." search={{ passo: step }} aria-current={current}>
          {inside}
        </Link>
      ) : (
        <span aria-current={current}>{inside}</span>
      )}
    </li>
  );
}

/**
 * A step with its heading. Who comes from another step finds the focus on the field that has to be
 * corrected, or else on the heading.
 */
export function StepSection({
  step,
  field = '',
  lead,
  children,
}: {
  readonly step: Step;
  /** The path of the field to correct. */
  readonly field?: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  const labels = useStepLabels();
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const wrong = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`);
    (wrong ?? heading.current)?.focus();
    // Not only just inside the window, where bars cover it.
    wrong?.scrollIntoView({ block: 'center' });
  }, [step, field]);
  return (
    <section className={styles['step']} aria-labelledby="etapa">
      <div>
        <h2 id="etapa" ref={heading} tabIndex={-1}>
          {labels[step]}
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
