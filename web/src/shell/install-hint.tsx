import { Button } from '@mantine/core';
import { refuseInstall, type InstallOffer } from '../runtime/install-offer.ts';
import { Notice } from '../ui/states.tsx';
import styles from './extras.module.css';

/** Offers to install the portal on the device, and can be dismissed. */
export function InstallHint({
  portal,
  offer,
}: {
  readonly portal: string;
  readonly offer: InstallOffer;
}) {
  return (
    <Notice title="Tenha o Lavra na tela do aparelho.">
      <p>
        Abre com um toque e mostra o que você viu por último, também sem sinal.
        {offer === 'by_hand' && ' Toque em Compartilhar e depois em Adicionar à Tela de Início.'}
      </p>
      <div className={styles['choices']}>
        {offer !== 'by_hand' && (
          <Button
            size="sm"
            onClick={() => {
              void offer.ask();
            }}
          >
            Instalar
          </Button>
        )}
        <Button size="sm" variant="default" onClick={() => refuseInstall(portal)}>
          Agora não
        </Button>
      </div>
    </Notice>
  );
}
