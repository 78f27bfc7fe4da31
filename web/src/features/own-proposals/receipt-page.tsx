import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { supplierPaths } from '../../paths/supplier.ts';
import { formatDate, formatDateTime, serviceZoneLabel } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { ActionRow, Term, TermList } from '../../ui/record.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { PartialTermsFacts } from '../../ui/partial-terms.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { useDownload } from '../../data/use-download.ts';
import styles from './own-proposals.module.css';
import { useProposal } from './proposal-page.tsx';
import { ProposalTotals } from './proposal-totals.tsx';

/** Proof that a proposal was submitted: its content, time and total, and the PDF. */
export function ReceiptPage() {
  const query = useProposal();
  return (
    <Page
      title="Proposta enviada"
      windowTitle="Comprovante"
      lead="Guarde o comprovante. Avisaremos quando o produtor decidir."
      trail={[{ label: 'Minhas propostas', to: supplierPaths.proposals }]}
      narrow
    >
      <QueryView query={query}>{(proposal) => <Receipt proposal={proposal} />}</QueryView>
    </Page>
  );
}

const Receipt = ({ proposal }: { readonly proposal: Proposal }) => (
  <div className={styles['receipt']}>
    <span className={styles['receiptMark']}>
      <CheckIcon size={32} />
    </span>
    <Content proposal={proposal} />
    <Ways uuid={proposal.uuid} />
  </div>
);

/** What was submitted, and when. */
function Content({ proposal }: { readonly proposal: Proposal }) {
  const {
    uuid,
    order: { number, description, total_itens, deadline_date },
    submitted_at,
    priced_items,
  } = proposal;
  return (
    <TermList>
      <Term name="Cotação" wide>
        {number}: {description}
      </Term>
      <Term name="Enviada em">
        {submitted_at === null
          ? 'Ainda não enviada'
          : `${formatDateTime(submitted_at)}, ${serviceZoneLabel}`}
      </Term>
      <Term name="Itens com preço">
        {priced_items} de {countOf(total_itens, ['item', 'itens'])}
      </Term>
      <ProposalTotals proposal={proposal} />
      <PartialTermsFacts terms={proposal} />
      <Term name="O produtor recebe propostas até">{formatDate(deadline_date)}</Term>
      <Term name="Código da proposta" wide number>
        {uuid}
      </Term>
    </TermList>
  );
}

/** The PDF, and the ways on. */
function Ways({ uuid }: Pick<Proposal, 'uuid'>) {
  const { download } = useDownload();
  return (
    <ActionRow>
      <Button
        leftSection={<DownloadIcon size={18} />}
        onClick={() => download('getSupplierProposalPdf', { id: uuid }, 'proposta.pdf')}
      >
        Baixar comprovante (PDF)
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to={supplierPaths.proposal(uuid)} {...props} />}
      >
        Ver proposta
      </Button>
      <Button
        variant="subtle"
        renderRoot={(props) => <Link to={supplierPaths.orders} {...props} />}
      >
        Voltar às cotações
      </Button>
    </ActionRow>
  );
}
