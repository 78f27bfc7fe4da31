import { Button, TextInput } from '@mantine/core';
import type { AuditChain } from '@lavra/contract/admin/logs';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { ActionRow } from '../../ui/record.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Facts } from '../admin-kit/record.tsx';
import { ChainResult } from './chain-result.tsx';
import { useChainRun } from './chain-run.ts';

const SEAL = 'lavra.admin.chain-head';
const isHead = (text: string): boolean => /^\d{1,15}:[\da-f]{64}$/i.test(text);

/**
 * Verifies that the audit log is unchanged: checks its chain of seals, and compares it with a head
 * kept elsewhere.
 */
export function ChainPage() {
  const chain = useRead('getAuditChain', {}, { staleTime: 0 });
  return (
    <Page
      title="Corrente de selos"
      trail={[{ label: 'Auditoria', to: adminPaths.logs }]}
      lead="Cada linha da auditoria é selada junto com as anteriores: mudar, tirar ou trocar uma delas aparece aqui."
    >
      <QueryView query={chain}>{(data) => <Chain chain={data} />}</QueryView>
    </Page>
  );
}

function Chain({ chain: { sealed, unsealed, head } }: { readonly chain: AuditChain }) {
  return (
    <>
      <Card
        title="Como está"
        aside={
          head === null ? undefined : (
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                void copy(head.head);
              }}
            >
              Copiar a ponta
            </Button>
          )
        }
      >
        <Facts
          facts={[
            { label: 'Seladas', value: countOf(sealed, ['linha', 'linhas'], 'nenhuma linha') },
            {
              label: 'À espera do próximo selo',
              value: countOf(unsealed, ['linha', 'linhas'], 'nenhuma linha'),
            },
            {
              label: 'Último selo',
              value: head === null ? 'ainda nenhum' : formatDateTime(head.sealed_at),
            },
            {
              label: 'Ponta: guarde-a fora do sistema, para comparar depois',
              value: head === null ? null : <code>{head.head}</code>,
              wide: true,
            },
          ]}
        />
      </Card>
      <Verification sealed={sealed} />
    </>
  );
}

function Verification({ sealed }: { readonly sealed: number }) {
  const [seal, setSeal] = useState(() => localStorage.getItem(SEAL) ?? '');
  const [given, setGiven] = useState('');
  const [missing, setMissing] = useState(false);
  const [run, verify] = useChainRun((head) => {
    localStorage.setItem(SEAL, head);
    setSeal(head);
  });
  const busy = run.at === 'running';
  const start = (after?: string): void => {
    const head = given.trim();
    setMissing(head !== '' && !isHead(head));
    if (head === '' || isHead(head))
      void verify({ ...(after === undefined ? {} : { after }), ...(head === '' ? {} : { head }) });
  };
  return (
    <Card
      title="Conferir"
      lead="A conferência refaz cada selo a partir do que está guardado. O serviço continua no ar."
    >
      <TextInput
        label="Ponta guardada (opcional)"
        description="Cole uma ponta que você guardou, SEQUÊNCIA:HASH. Só ao lado dela aparece um fim cortado ou reescrito."
        autoComplete="off"
        spellCheck={false}
        value={given}
        error={
          missing ? 'Cole a ponta inteira: o número, dois-pontos e 64 letras e números.' : undefined
        }
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
      <ActionRow>
        <Button
          aria-disabled={busy}
          onClick={() => {
            if (!busy) start();
          }}
        >
          {busy ? 'Conferindo…' : 'Verificar agora'}
        </Button>
        {isHead(seal) && (
          <Button
            variant="default"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) start(seal);
            }}
          >
            Conferir desde o selo {formatCount(Number(seal.split(':')[0]))}
          </Button>
        )}
      </ActionRow>
      <Progress run={run} sealed={sealed} isCompared={given.trim() !== ''} />
    </Card>
  );
}

interface ProgressProps {
  readonly run: ReturnType<typeof useChainRun>[0];
  readonly sealed: number;
  /** Whether the end is compared with one that was kept outside. */
  readonly isCompared: boolean;
}

/** How far the check is, and what it found. */
const Progress = ({ run, sealed, isCompared }: ProgressProps) => (
  <>
    <div role="status">
      {run.at === 'running' && (
        <p>
          {countOf(run.checked, ['selo conferido', 'selos conferidos'], 'Começando')} de{' '}
          {formatCount(sealed)}
        </p>
      )}
      {run.at === 'failed' && (
        <Notice tone="danger" title="A conferência não terminou">
          <p>{run.text} Nada se conclui daí: confira de novo.</p>
        </Notice>
      )}
      {run.at === 'done' && <ChainResult run={run} compared={isCompared} />}
    </div>
    {run.at === 'running' && (
      <progress
        aria-label="Conferindo a corrente"
        max={Math.max(1, sealed)}
        value={run.checked}
        style={{ width: '100%', accentColor: 'var(--lv-accent)' }}
      />
    )}
  </>
);

async function copy(head: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(head);
    toast('Ponta copiada. Guarde-a fora do sistema.');
  } catch {
    toast('O navegador não deixou copiar.', { tone: 'danger' });
  }
}
