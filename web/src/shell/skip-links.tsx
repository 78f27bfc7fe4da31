import { useEffect } from 'react';
import styles from './shell.module.css';

const ways = [
  ['1', '#conteudo', 'Ir para o conteúdo'],
  ['2', '#menu a, nav a', 'Ir para o menu'],
  ['3', '#conteudo input[type=search]', 'Ir para a busca'],
  ['4', '#rodape', 'Ir para o rodapé'],
] as const;

/**
 * Links that skip repeated content, with Alt and their number as on government sites. The link to
 * the search appears only on pages that have one.
 */
export function SkipLinks({ hasMenu = true }: { readonly hasMenu?: boolean }) {
  useEffect(() => {
    // Browsers use different modifiers for access keys, and some use Alt with a number for their
    // tabs.
    const press = (event: KeyboardEvent): void => {
      const way =
        event.altKey && !event.ctrlKey ? ways.find(([key]) => key === event.key) : undefined;
      if (way !== undefined && goTo(way[1])) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <div className={styles['skip']}>
      {ways
        .filter(([key]) => hasMenu || key !== '2')
        .map(([key, target, text]) => (
          <a
            key={key}
            href="#conteudo"
            accessKey={key}
            data-key={key}
            onClick={(event) => {
              event.preventDefault();
              goTo(target);
            }}
          >
            {text}
          </a>
        ))}
    </div>
  );
}

/** Moves the focus; returns false when the element does not exist. */
function goTo(target: string): boolean {
  const element = document.querySelector<HTMLElement>(target);
  element?.focus();
  return element !== null;
}
