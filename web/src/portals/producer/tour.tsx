import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { CheckCircleIcon, SproutIcon, type Icon } from '../../ui/icons.tsx';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { Card } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';

const PUT_AWAY = 'visita';
const steps: readonly { readonly icon: Icon; readonly title: string; readonly text: string }[] = [
  {
    icon: SproutIcon,
    title: 'Escreva o que precisa',
    text: 'Escolha os produtos no catálogo, ou traga a sua planilha. O rascunho se salva sozinho, e você publica quando estiver pronto.',
  },
  {
    icon: ScaleIcon,
    title: 'Compare sem saber de quem é',
    text: 'As propostas chegam como A, B, C… Marque até 3 e veja item por item quem cobra menos, o que falta em cada uma e até quando ela vale.',
  },
  {
    icon: CheckCircleIcon,
    title: 'Escolha com calma',
    text: 'Nada é aceito sem você, e não precisa ser a mais barata. O fornecedor escolhido recebe o seu contato e procura você para combinar a entrega.',
  },
];

/** Whether this device hides the tour, and the way to have it do so. */
function usePutAway() {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const [isAway, putAway] = useState(() => drafts.find(userId, PUT_AWAY) === true);
  const close = (): void => {
    drafts.save(userId, PUT_AWAY, true);
    putAway(true);
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  return { isAway, close };
}

/** Returns the reference of what has the focus at each step but the first one that is seen. */
function useStepFocus(at: number) {
  const section = useRef<HTMLElement>(null);
  const begun = useRef(false);
  useEffect(() => {
    // Moves the focus so that a screen reader reads the step, but only after the user has asked for
    // one.
    if (begun.current) section.current?.focus();
    begun.current = true;
  }, [at]);
  return section;
}

/**
 * Three steps from no orders to choosing a proposal; once dismissed, it stays hidden on this
 * device. Its buttons stand back: the page has one primary action, a new order.
 */
export function Tour() {
  const { isAway, close } = usePutAway();
  const [at, go] = useState(0);
  const section = useStepFocus(at);
  const step = steps[at];
  if (isAway || step === undefined) return null;
  const isLast = at === steps.length - 1;
  const actions = (
    <>
      {at > 0 && (
        <Button variant="default" onClick={() => go(at - 1)}>
          Voltar
        </Button>
      )}
      {!isLast && (
        <Button variant="default" onClick={() => go(at + 1)}>
          Próximo passo
        </Button>
      )}
      <Button variant="subtle" onClick={close}>
        {isLast ? 'Entendi' : 'Pular'}
      </Button>
    </>
  );
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`Como funciona, passo ${at + 1} de ${steps.length}`}
    >
      <Card>
        <State icon={step.icon} title={`${at + 1}. ${step.title}`} actions={actions}>
          {step.text}
        </State>
      </Card>
    </section>
  );
}
