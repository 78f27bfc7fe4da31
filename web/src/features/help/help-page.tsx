import { ChevronDownIcon } from '../../ui/icons.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { ReadingFrame } from '../pages/frame.tsx';
import styles from '../pages/static-page.module.css';

/** A question as users ask it, and its answer in a few sentences. */
export type Answer = readonly [question: string, answer: string];

const forEverybody: readonly Answer[] = [
  [
    'Fiquei sem sinal. Perdi o que estava preenchendo?',
    'Não. O que você preenche fica guardado neste aparelho e volta quando você abrir a mesma tela. Sem sinal, você também vê o que abriu por último; enviar, aceitar e recusar esperam o sinal voltar.',
  ],
  [
    'Como coloco o Lavra na tela do celular?',
    'No Android, abra o menu do navegador e toque em Instalar aplicativo. No iPhone, toque em Compartilhar e depois em Adicionar à Tela de Início. O Lavra passa a abrir com um toque, também sem sinal.',
  ],
  [
    'Uso um aparelho que não é só meu. Como saio sem deixar nada?',
    'No menu da conta, escolha Sair e apagar rascunhos deste aparelho. Ao sair, o que você viu também é apagado.',
  ],
  [
    'Esqueci a senha.',
    'Na tela de entrada, toque em Esqueci a senha. Enviamos um link para o seu e-mail, que vale por pouco tempo e uma vez só.',
  ],
];

/** The portal's questions, and those common to all portals. */
export function HelpPage({ answers }: { readonly answers: readonly Answer[] }) {
  const heading = usePageTitle('Ajuda');
  return (
    <ReadingFrame>
      <Card>
        <h1 ref={heading} tabIndex={-1}>
          Ajuda
        </h1>
        <div>
          {[...answers, ...forEverybody].map(([question, answer]) => (
            <details key={question} className={styles['question']}>
              <summary>
                {question}
                <ChevronDownIcon />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Card>
    </ReadingFrame>
  );
}
