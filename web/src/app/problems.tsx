import { Button } from '@mantine/core';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import { AlertIcon, CompassIcon } from '../ui/icons.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { Failure, State } from '../ui/states.tsx';

/** The page for an unknown address. */
export function NotFound() {
  usePageTitle('Página não encontrada');
  return (
    <State
      icon={CompassIcon}
      level={1}
      title="Página não encontrada"
      actions={<Button renderRoot={(props) => <Link to="/" {...props} />}>Ir para o início</Button>}
    >
      O endereço pode ter mudado, ou o que você procura não existe mais.
    </State>
  );
}

/**
 * The error page of a screen; the rest of the portal keeps working. The usual reason that a chunk
 * cannot be fetched is a new release on the server.
 */
export function Broken({ error, reset }: ErrorComponentProps) {
  usePageTitle('Algo saiu errado');
  if (error instanceof NoAnswer) return <Failure error={error} onRetry={() => location.reload()} />;
  if (error instanceof ApiError) return <Failure error={error} onRetry={reset} />;
  return (
    <State
      icon={AlertIcon}
      level={1}
      tone="danger"
      title="Algo saiu errado nesta tela"
      code={error instanceof Error ? error.name : 'erro'}
      actions={<Button onClick={() => location.reload()}>Recarregar</Button>}
    >
      O que você estava preenchendo está guardado neste aparelho.
    </State>
  );
}
