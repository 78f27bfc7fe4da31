import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import {
  AlertIcon,
  CheckCircleIcon,
  CompassIcon,
  InfoIcon,
  LockIcon,
  OfflineIcon,
  SearchIcon,
  type Icon,
} from './icons.tsx';
import { keepingMoney } from './money.tsx';
import styles from './states.module.css';

interface StateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly tone?: 'danger';
  readonly code?: string | undefined;
  readonly level?: 1 | 2;
}

/** A panel for a single message: empty, nothing found, an error. */
export function State({ icon: Icon, title, children, actions, tone, code, level = 2 }: StateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles['state']} data-tone={tone}>
      <span className={styles['badge']}>
        <Icon size={30} />
      </span>
      <Heading>{title}</Heading>
      {children !== undefined && <p>{keepingMoney(children)}</p>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      {code !== undefined && <p className={styles['code']}>Código para o suporte: {code}</p>}
    </div>
  );
}

/** Shown when the filters match nothing. */
export function NoMatch({
  wanted,
  onClear,
}: {
  readonly wanted?: string;
  readonly onClear: () => void;
}) {
  return (
    <State
      icon={SearchIcon}
      title={wanted === undefined ? 'Nenhum resultado' : `Nenhum resultado para “${wanted}”`}
      actions={
        <Button variant="default" onClick={onClear}>
          Limpar filtros
        </Button>
      }
    >
      Confira a escrita ou tire algum filtro.
    </State>
  );
}

/** Shows an error and what to do next. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  if (error instanceof ApiError && error.status === 403)
    return <Forbidden permission={error.code} />;
  if (error instanceof ApiError && error.status === 404) return <Missing said={error.message} />;
  const icon = error instanceof NoAnswer ? OfflineIcon : AlertIcon;
  return (
    <State
      icon={icon}
      tone="danger"
      title={error instanceof NoAnswer ? 'Sem conexão' : 'Não foi possível carregar'}
      code={error instanceof ApiError ? error.requestId : undefined}
      actions={<Button onClick={onRetry}>Tentar de novo</Button>}
    >
      {error instanceof Error ? error.message : 'Algo saiu errado.'}
    </State>
  );
}

/** Shown for what is not there: asking for it again would not help. */
const Missing = ({ said }: { readonly said: string }) => (
  <State
    icon={CompassIcon}
    title={said.replace(/\.$/, '')}
    actions={<Button renderRoot={(props) => <Link to="/" {...props} />}>Ir para o início</Button>}
  >
    O endereço pode ter mudado, ou o que você procura não existe mais.
  </State>
);

/** Shown for a page or panel that the account may not see. */
export function Forbidden({
  permission,
  level,
}: {
  readonly permission?: string;
  readonly level?: 1 | 2;
}) {
  return (
    <State
      icon={LockIcon}
      title="Você não tem permissão para ver esta página"
      {...(permission === undefined ? {} : { code: permission })}
      {...(level === undefined ? {} : { level })}
    >
      Se você precisa deste acesso, fale com quem administra a plataforma.
    </State>
  );
}

const noticeIcons = {
  info: InfoIcon,
  good: CheckCircleIcon,
  warn: AlertIcon,
  danger: AlertIcon,
} as const;

/** A short important message inside a page. */
export function Notice({
  tone = 'info',
  title,
  children,
  role,
}: {
  readonly tone?: keyof typeof noticeIcons;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly role?: 'alert' | 'status';
}) {
  const Icon = noticeIcons[tone];
  return (
    <div className={styles['notice']} data-tone={tone} role={role}>
      <Icon />
      <div>
        {title !== undefined && <p className={styles['strong']}>{keepingMoney(title)}</p>}
        {children}
      </div>
    </div>
  );
}

/** A placeholder for content that is loading; screen readers announce `Carregando`. */
export function Loading({
  lines = 4,
  children,
}: {
  readonly lines?: number;
  readonly children?: ReactNode;
}) {
  return (
    <div aria-busy="true">
      <span className="lv-hidden" role="status">
        Carregando
      </span>
      {children ?? (
        <div className={styles['lines']}>
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} height={18} width={`${90 - ((line * 17) % 40)}%`} />
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * Renders a read in each of its states; its data is passed to the child. Data that was loaded once
 * stays visible when a reload fails.
 */
export function QueryView<T>({
  query,
  skeleton,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <Failure
        error={query.error}
        onRetry={() => {
          void query.refetch();
        }}
      />
    );
  return skeleton ?? <Loading />;
}
