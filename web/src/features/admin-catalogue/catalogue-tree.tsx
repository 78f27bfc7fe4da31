import type { ProductSubtype, ProductType } from '@lavra/contract/catalogue/schemas';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Reply } from '../../api/endpoint-types.ts';
import { useMay } from '../../portal/context.tsx';
import { formatCount } from '../../text/decimal.ts';
import { Card } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { Act, Acts } from '../admin-lists/parts.tsx';
import styles from './catalogue.module.css';

export type TreeDoing =
  | { readonly what: 'type'; readonly type?: ProductType } | { readonly what: 'deleteType'; readonly type: ProductType }
  | { readonly what: 'subtype'; readonly subtype?: ProductSubtype } | { readonly what: 'deleteSubtype'; readonly subtype: ProductSubtype };

interface TreeProps {
  readonly types: UseQueryResult<Reply<'listProductTypes'>>; readonly subtypes: readonly ProductSubtype[]; readonly typeId: number; readonly subtypeId: number;
  readonly onChoose: (part: { readonly tipo: number | undefined; readonly subtipo: number | undefined }) => void; readonly onDo: (doing: TreeDoing) => void;
}

/** Types, and the subtypes of the one that is chosen; what is chosen narrows the products. */
export function CatalogueTree({ types, subtypes, typeId, subtypeId, onChoose, onDo }: TreeProps) {
  const mayCreate = useMay('products.create');
  return (
    <Card title="Tipos" aside={mayCreate ? <Act label="Novo tipo" onClick={() => onDo({ what: 'type' })}>Novo tipo</Act> : undefined}>
      <QueryView query={types}>
        {({ data }) => (
          <ul className={styles['tree']}>
            <li><Node label="Todos os produtos" chosen={typeId === 0} onChoose={() => onChoose({ tipo: undefined, subtipo: undefined })} /></li>
            {data.map((type) => (
              <li key={type.id}>
                <Node label={type.name} count={type.subtypes_count} inactive={!type.active} chosen={type.id === typeId && subtypeId === 0} onChoose={() => onChoose({ tipo: type.id, subtipo: undefined })} />
                {type.id === typeId && <Branch type={type} subtypes={subtypes.filter(({ product_type_id }) => product_type_id === type.id)} subtypeId={subtypeId} onChoose={onChoose} onDo={onDo} />}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function Branch({ type, subtypes, subtypeId, onChoose, onDo }: Omit<TreeProps, 'types' | 'typeId'> & { readonly type: ProductType }) {
  const [mayCreate, mayEdit, mayDelete] = [useMay('products.create'), useMay('products.edit'), useMay('products.delete')];
  const chosen = subtypes.find(({ id }) => id === subtypeId);
  return (
    <>
      <ul className={styles['branch']}>
        {subtypes.map((subtype) => <li key={subtype.id}><Node label={subtype.name} count={subtype.products_count} inactive={!subtype.active} chosen={subtype.id === subtypeId} onChoose={() => onChoose({ tipo: type.id, subtipo: subtype.id })} /></li>)}
      </ul>
      <Acts>
        {mayCreate && <Act label={`Novo subtipo de ${type.name}`} onClick={() => onDo({ what: 'subtype' })}>Novo subtipo</Act>}
        {mayEdit && <Act label={`Alterar ${chosen?.name ?? type.name}`} onClick={() => onDo(chosen === undefined ? { what: 'type', type } : { what: 'subtype', subtype: chosen })}>Alterar</Act>}
        {mayDelete && (chosen?.products_count ?? type.subtypes_count) === 0 && <Act label={`Excluir ${chosen?.name ?? type.name}`} danger onClick={() => onDo(chosen === undefined ? { what: 'deleteType', type } : { what: 'deleteSubtype', subtype: chosen })}>Excluir</Act>}
      </Acts>
    </>
  );
}

const Node = ({ label, count, inactive = false, chosen, onChoose }: { readonly label: string; readonly count?: number; readonly inactive?: boolean; readonly chosen: boolean; readonly onChoose: () => void }) => (
  <button type="button" className={styles['node']} aria-pressed={chosen} onClick={onChoose}><span>{label}{inactive && ' (inativo)'}</span>{count !== undefined && <small>{formatCount(count)}</small>}</button>
);
