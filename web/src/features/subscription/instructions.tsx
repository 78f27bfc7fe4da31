import { Button } from '@mantine/core';
import type { OwnPayment } from '@lavra/contract/payments/schemas';
import { formatDateTime } from '../../text/dates.ts';
import { toast } from '../../ui/toasts.tsx';
import styles from './subscription.module.css';

type PaymentInstructions = NonNullable<OwnPayment['instructions']>;

const how: Readonly<Record<PaymentInstructions['kind'], string>> = {
  pix: 'Abra o aplicativo do seu banco, escolha Pix copia e cola e cole este código.',
  boleto: 'Pague no aplicativo do banco com a linha digitável, ou imprima o boleto.',
  card_page: 'Os dados do cartão são pedidos na página do meio de pagamento; nós não os vemos.',
};
const linkTexts: Readonly<Record<PaymentInstructions['kind'], string>> = {
  pix: 'Ver o código QR',
  boleto: 'Abrir o boleto',
  card_page: 'Ir para a página do cartão',
};

/** Shows how to pay an open charge: a code to copy, a line to type, a page to open. */
export function Instructions({
  instructions: { kind, code, line, url, expires_at },
}: {
  readonly instructions: PaymentInstructions;
}) {
  return (
    <div className={styles['instructions']}>
      <p>{how[kind]}</p>
      {code !== null && <Copied label="Código Pix" text={code} />}
      {line !== null && <Copied label="Linha digitável" text={line} />}
      {url !== null && (
        <div>
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            variant={kind === 'card_page' ? 'filled' : 'default'}
          >
            {linkTexts[kind]}
          </Button>
        </div>
      )}
      <p className={styles['quiet']}>
        {expires_at === null ? '' : `Vale até ${formatDateTime(expires_at)}. `}Esta página mostra
        quando o pagamento for confirmado.
      </p>
    </div>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${label} copiado.`);
    } catch {
      toast('O navegador não deixou copiar: selecione o texto.', { tone: 'danger' });
    }
  };
  return (
    <div className={styles['copied']}>
      <span className={styles['quiet']}>{label}</span>
      <code>{text}</code>
      <Button
        size="sm"
        variant="default"
        onClick={() => {
          void copy();
        }}
      >
        Copiar
      </Button>
    </div>
  );
}
