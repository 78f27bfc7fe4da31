import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { useRead } from '../../data/use-api.ts';
import { formatDate } from '../../text/dates.ts';
import { CompassIcon } from '../../ui/icons.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { ReadingFrame } from './frame.tsx';
import styles from './static-page.module.css';

/** A public page written by administrators: terms, privacy. */
export function StaticPage() {
  const { slug = '' }: { slug?: string } = useParams({ strict: false });
  const page = useRead('getPublicPage', { params: { slug } }, { staleTime: 300_000 });
  const heading = usePageTitle(page.data?.title ?? 'Página');
  return (
    <ReadingFrame>
      {page.error instanceof ApiError && page.error.status === 404 ? (
        <State
          icon={CompassIcon}
          level={1}
          title="Página não encontrada"
          actions={<Link to="/">Ir para o início</Link>}
        >
          Ela pode ter mudado de endereço.
        </State>
      ) : (
        <Card>
          <QueryView query={page}>
            {({ title, content, updated_at }) => (
              <>
                <h1 ref={heading} tabIndex={-1}>
                  {title}
                </h1>
                {/* Sanitised by the service when it was written; the page's policy blocks any
                    script in it. */}
                <div className={styles['text']} dangerouslySetInnerHTML={{ __html: content }} />
                <p style={{ color: 'var(--lv-ink-3)', fontSize: '0.875rem' }}>
                  Atualizada em {formatDate(updated_at)}
                </p>
              </>
            )}
          </QueryView>
        </Card>
      )}
    </ReadingFrame>
  );
}
