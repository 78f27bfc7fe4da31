import { useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { asideLabels, type AsideReason } from '@lavra/domain/proposal/competing';
import { CheckField } from '../../forms/fields.tsx';
import { countOf } from '../../text/decimal.ts';
import { Money, UnitPrice } from '../../ui/money.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { ProposalBadge, ProposalName } from '../../ui/proposal-name.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import styles from './price-chart.module.css';
import {
  pricePicture,
  type AskedProduct,
  type Bar,
  type MapCell,
  type PricePicture,
} from './price-picture.ts';

interface PriceChartProps {
  readonly proposals: readonly ReceivedProposal[];
  readonly items: readonly AskedProduct[];
  readonly chosen: readonly string[];
  /** Absent where nothing can be compared. */
  readonly onToggle?: (uuid: string) => void;
}
type ShownBar = Bar<ReceivedProposal>;

/**
 * All proposals that can be chosen in one picture: a bar for each, and a map of their prices. Both
 * are tables, so that they are read without colour and without sight.
 */
export function PriceChart({ proposals, items, chosen, onToggle }: PriceChartProps) {
  const picture = useMemo(
    () =>
      pricePicture(
        proposals.filter(({ is_available }) => is_available),
        items,
      ),
    [proposals, items],
  );
  if (picture.bars.length < 2) return null;
  return (
    <Card
      title="Quadro de preços"
      lead="Total com frete de cada proposta. O tracejado é o que falta nela, pelo melhor preço das outras."
    >
      <Bars bars={picture.bars} {...{ items, chosen, onToggle }} />
      {picture.unquoted.length > 0 && (
        <p className={styles['legend']}>Ninguém cotou: {namesOf(picture.unquoted)}.</p>
      )}
      <MapOnDemand picture={picture} />
    </Card>
  );
}

interface BarsProps extends Pick<PriceChartProps, 'items' | 'chosen'> {
  readonly bars: readonly ShownBar[];
  readonly onToggle: PriceChartProps['onToggle'];
}

const Bars = ({ bars, items, chosen, onToggle }: BarsProps) => (
  <table className={styles['bars']}>
    <caption className="lv-hidden">
      Totais das propostas, da que cobre mais itens e custa menos em diante
    </caption>
    <thead className="lv-hidden">
      <tr>
        <th scope="col">Proposta</th>
        <th scope="col">Total</th>
      </tr>
    </thead>
    <tbody>
      {bars.map((bar) => (
        <tr key={bar.proposal.uuid}>
          <th scope="row">
            <BarHead bar={bar} isChosen={chosen.includes(bar.proposal.uuid)} onToggle={onToggle} />
          </th>
          <td>
            <BarGraphic {...bar.widths} />
            <BarFacts bar={bar} totalItems={items.length} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface BarHeadProps {
  readonly bar: ShownBar;
  readonly isChosen: boolean;
  readonly onToggle: PriceChartProps['onToggle'];
}

function BarHead({ bar: { proposal }, isChosen, onToggle }: BarHeadProps) {
  if (onToggle === undefined) return <ProposalName proposal={proposal} />;
  return (
    <CheckField
      label={
        <>
          <ProposalName proposal={proposal} />
          <span className="lv-hidden">: comparar</span>
        </>
      }
      checked={isChosen}
      onChange={() => onToggle(proposal.uuid)}
    />
  );
}

const BarGraphic = ({ items, freight, missing }: ShownBar['widths']) => (
  <span className={styles['bar']} aria-hidden="true">
    <span data-part="items" style={{ width: `${items}%` }} />
    <span data-part="freight" style={{ width: `${freight}%` }} />
    <span data-part="missing" style={{ width: `${missing}%` }} />
  </span>
);

/** More missing items than this are counted instead of named. */
const MOST_NAMED = 3;

function namesOf(products: readonly string[]): string {
  const rest = products.length - MOST_NAMED;
  return [
    ...products.slice(0, MOST_NAMED),
    ...(rest > 0 ? [`mais ${countOf(rest, ['item', 'itens'])}`] : []),
  ].join(', ');
}

function BarFacts({
  bar: { proposal, landed, pricedItems, missing, missingTotal },
  totalItems,
}: {
  readonly bar: ShownBar;
  readonly totalItems: number;
}) {
  return (
    <span className={styles['facts']}>
      <strong>
        <Money amount={landed.isKnown ? landed.total : proposal.total_amount} />{' '}
        {landed.isKnown ? 'com frete' : 'sem o frete'}
      </strong>
      <span>
        {pricedItems} de {countOf(totalItems, ['item', 'itens'])}
      </span>
      {missing.length > 0 && (
        <span>
          {missing.length === 1 ? 'Falta' : 'Faltam'} {namesOf(missing)}:{' '}
          <Money amount={missingTotal} /> pelo melhor preço das outras
        </span>
      )}
    </span>
  );
}

const shades: readonly string[] = ['0%', '14%', '28%', '42%', '56%'];

type Picture = PricePicture<ReceivedProposal>;
interface MapProps {
  readonly picture: Picture;
}

/** The map, shown when asked for. */
function MapOnDemand({ picture }: MapProps) {
  const [isShown, show] = useState(false);
  return (
    <>
      <Button
        className={styles['turn']}
        variant="default"
        size="sm"
        aria-expanded={isShown}
        onClick={() => show(!isShown)}
      >
        {isShown ? 'Ocultar o mapa de preços' : 'Ver o mapa de preços por item'}
      </Button>
      {isShown && <PriceMap picture={picture} />}
    </>
  );
}

function PriceMap({ picture: { bars, rows } }: MapProps) {
  return (
    <>
      <p className={styles['legend']}>
        Quanto mais forte a cor, mais acima do melhor preço do item.
      </p>
      <div className={styles['scroll']} role="region" aria-label="Mapa de preços" tabIndex={0}>
        <table className={styles['map']}>
          <caption className="lv-hidden">Preço unitário de cada item em cada proposta</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              {bars.map(({ proposal }) => (
                <th key={proposal.uuid} scope="col" title={nameOf(proposal)}>
                  <span className="lv-hidden">{nameOf(proposal)}</span>
                  <ProposalBadge proposal={proposal} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <MapRow key={row.id} row={row} bars={bars} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface MapRowProps {
  readonly row: Picture['rows'][number];
  readonly bars: Picture['bars'];
}

const MapRow = ({ row: { position, product, cells }, bars }: MapRowProps) => (
  <tr>
    <th scope="row">
      {position}. {product}
    </th>
    {cells.every((cell) => cell === undefined) ? (
      <td colSpan={cells.length} data-none>
        Ninguém cotou
      </td>
    ) : (
      cells.map((cell, index) => <Cell key={bars[index]?.proposal.uuid} cell={cell} />)
    )}
  </tr>
);

/** As short as the map's cells are. */
const asideWords: Readonly<Record<AsideReason, string>> = {
  similar_not_accepted: 'similar não aceito',
  less_than_requested: 'menos que o pedido',
};

function Cell({ cell }: { readonly cell: MapCell | undefined }): ReactNode {
  if (cell === undefined)
    return (
      <td data-none>
        <span aria-hidden="true">–</span>
        <span className="lv-hidden">Sem preço</span>
      </td>
    );
  const { unitPrice, shade, mark, aside } = cell;
  return (
    <td data-mark={mark} style={{ '--shade': shades[shade] } as CSSProperties /* a CSS variable */}>
      <UnitPrice amount={unitPrice} />
      {mark === 'best' && (
        <small>
          <CheckIcon size={12} /> melhor<span className="lv-hidden"> preço</span>
        </small>
      )}
      {mark === 'only' && (
        <small>
          único<span className="lv-hidden"> preço</span>
        </small>
      )}
      {aside !== null && <small title={asideLabels[aside]}>{asideWords[aside]}</small>}
    </td>
  );
}
