import { Link } from '@tanstack/react-router';
import { adminPaths } from '../../paths/admin.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Notice } from '../../ui/states.tsx';
import type { ChainRun } from './chain-run.ts';

/** Shows the result of a verification, and what to do when the chain is broken. */
export function ChainResult({
  run: { checked, erased, to, problem, whole },
  compared,
}: {
  readonly run: Extract<ChainRun, { at: 'done' }>;
  readonly compared: boolean;
}) {
  if (problem === null)
    return (
      <Notice
        tone="good"
        title={whole ? 'A auditoria está íntegra.' : 'Nada mudou desde a última conferência.'}
      >
        <p>
          {countOf(checked, ['selo conferido', 'selos conferidos'], 'Nenhum selo novo a conferir')}
          {erased === 0
            ? ''
            : `, ${formatCount(erased)} de linhas com os valores apagados a pedido`}
          .{compared && ' A ponta guardada faz parte desta corrente.'}
        </p>
        {to !== null && (
          <p>
            Conferida até <code style={{ overflowWrap: 'anywhere' }}>{to}</code>
          </p>
        )}
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={`A auditoria foi violada no selo ${formatCount(problem.sequence)}.`}
    >
      <p>
        Neste lugar, {problem.message}.
        {problem.log_id !== null && (
          <>
            {' '}
            É a linha <Link to={adminPaths.log(problem.log_id)}>{problem.log_id} do registro</Link>.
          </>
        )}{' '}
        Antes dela,{' '}
        {countOf(checked, ['selo confere', 'selos conferem'], 'nenhum selo foi conferido')}.
      </p>
      <p>O que fazer:</p>
      <ol>
        <li>Não apague nem restaure nada. Guarde um backup do banco como está.</li>
        <li>
          Peça a quem opera que rode <code>lavra audit verify</code>, com a última ponta guardada:
          ela diz desde quando.
        </li>
        <li>Compare esta linha com um backup de antes.</li>
        <li>Troque as senhas e as chaves de quem pode escrever no banco.</li>
      </ol>
    </Notice>
  );
}
