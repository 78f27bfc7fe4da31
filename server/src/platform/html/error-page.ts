import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../text/escape-html.ts';
import type { PublicPage } from './public-page.ts';

/**
 * Returns whether a request comes from a person who opens an address in a browser: programs, and the
 * portals themselves, ask for JSON or for anything, and the API answers JSON to all.
 */
export const wantsPage = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(?:api|health|metrics)(?:[/?]|$)/.test(url);

/** Returns the page for an error; `sentence` is the one that programs get as `error`. */
export const errorPage = (status: number, sentence: string, requestId: string): PublicPage =>
  status === 404
    ? {
        title: 'Página não encontrada',
        main: `<h1>Esta página não existe</h1>
<p>O endereço pode estar incompleto, ou a página mudou de lugar.</p>
${actions}`,
      }
    : {
        title: 'A página não abriu',
        main: `<h1>A página não abriu</h1>
<p>${escapeHtml(sentence)}</p>
<p class="soft">Se continuar assim, conte ao suporte este código: ${escapeHtml(requestId)}</p>
${actions}`,
      };

const actions = `<p class="actions"><a class="button home" href="/">Ir para o início</a></p>`;
