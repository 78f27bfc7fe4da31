import { Link } from '@tanstack/react-router';
import type { Reply } from '../../api/endpoint-types.ts';
import { useRead } from '../../data/use-api.ts';
import { Paging } from '../../lists/paging.tsx';
import { readNumber, readText } from '../../lists/url-state.ts';
import { producerPaths } from '../../paths/producer.ts';
import { countOf } from '../../text/decimal.ts';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { Loading, NoMatch, QueryView, State } from '../../ui/states.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import styles from './orders.module.css';
import { useAddress } from '../../lists/use-address.ts';

/** What the address says about the list, and the producers in it. */
function useProducers() {
  const [search, change] = useAddress();
  const wanted = readText(search['busca']);
  const producers = useRead(
    'listConsultantProducers',
    {
      query: {
        page: readNumber(search['pagina'], 1),
        per_page: 12,
        sort: 'name',
        ...(wanted === '' ? {} : { q: wanted }),
      },
    },
    { keepPrevious: true, staleTime: 0 },
  );
  return { wanted, producers, change };
}

/** Lists the producers that a consultant advises, each with a link to its orders. */
export function AdvisedProducers() {
  const { wanted, producers, change } = useProducers();
  return (
    <>
      <SearchBox
        label="Buscar produtor"
        placeholder="Nome"
        value={wanted}
        onSearch={(busca) => change({ busca: busca || undefined, pagina: undefined })}
      />
      <QueryView query={producers} skeleton={<Loading lines={14} />}>
        {({ data, meta }) => {
          if (data.length === 0 && wanted !== '')
            return <NoMatch wanted={wanted} onClear={() => change({ busca: undefined })} />;
          if (data.length === 0)
            return (
              <State icon={UsersIcon} title="Nenhum produtor vinculado">
                A administração da plataforma vincula você aos produtores que atende.
              </State>
            );
          return (
            <>
              <Producers producers={data} />
              {meta.last_page > 1 && <Paging meta={meta} onPage={(pagina) => change({ pagina })} />}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

interface ProducersProps {
  readonly producers: Reply<'listConsultantProducers'>['data'];
}

const Producers = ({ producers }: ProducersProps) => (
  <ul className={styles['producers']}>
    {producers.map(({ id, name, city, state, orders_count, open_orders_count }) => (
      <li key={id}>
        <Link to={producerPaths.orders} search={{ produtor: id }}>
          <strong>{name}</strong>
          <span>{city === null ? 'Sem endereço' : `${city}/${state ?? ''}`}</span>
          <span>
            {countOf(orders_count, ['cotação', 'cotações'], 'Nenhuma cotação')}
            {open_orders_count === 0 ? '' : `, ${open_orders_count} em aberto`}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
