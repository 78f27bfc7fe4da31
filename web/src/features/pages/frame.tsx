import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortal } from '../../runtime/context.tsx';
import { Footer } from '../../shell/footer.tsx';
import { SkipLinks } from '../../shell/skip-links.tsx';
import { ThemeToggle } from '../../shell/theme-toggle.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { ArrowLeftIcon } from '../../ui/page-icons.tsx';
import styles from './static-page.module.css';

/** The layout of public pages, with or without a session: no menu, a link back, the footer. */
export function ReadingFrame({ children }: { readonly children: ReactNode }) {
  const { definition } = usePortal();
  const router = useRouter();
  return (
    <div className={styles['frame']}>
      <SkipLinks hasMenu={false} />
      <header className={styles['top']}>
        <Link to="/" className={styles['name']}>
          <BrandMark size={36} />
          <span>
            <strong>Lavra</strong> <small>{definition.title}</small>
          </span>
          <span className="lv-hidden">: início</span>
        </Link>
        <ThemeToggle />
      </header>
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        {children}
        <div>
          <Button
            variant="default"
            leftSection={<ArrowLeftIcon size={18} />}
            onClick={() => router.history.back()}
          >
            Voltar
          </Button>
        </div>
      </main>
      <Footer />
    </div>
  );
}
