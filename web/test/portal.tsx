import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { PortalProvider } from '../src/runtime/context.tsx';
import type { PortalDefinition } from '../src/runtime/definition.ts';
import { createPortal, type Portal } from '../src/runtime/portal.ts';
import { cssVariables, theme } from '../src/ui/theme.ts';

/** A request as the service would receive it. */
export interface Sent {
  /** `POST /api/v1/orders`, without the query. */
  readonly line: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers by the line of their request: a reply, a whole response, or what throws without a network. */
export type Answers = Readonly<Record<string, (sent: Sent) => unknown>>;

interface Shown {
  readonly portal?: PortalDefinition['name'];
  readonly userType?: PortalDefinition['userTypes'][0];
  readonly answers?: Answers;
  /** What the user may do beyond what everyone may. */
  readonly permissions?: readonly string[];
  /** The pages this portal has beside the one shown. */
  readonly pages?: readonly string[];
  /** The address that is shown, below the portal's; the portal's own, unless given. */
  readonly path?: string;
  /** The query of the address that is shown, with its `?`. */
  readonly query?: string;
}

const bases = { producer: '/produtor', supplier: '/fornecedor', admin: '/admin' } as const;
const users = { producer: 'produtor', supplier: 'fornecedor', admin: 'admin' } as const;

/**
 * Fakes the network, which is all of the world outside that a component reaches. Returns the requests
 * sent so far. A request without an answer is answered with 501, which the component shows.
 */
export function fakeNetwork(answers: Answers): readonly Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'http://portal.test');
    const sent: Sent = {
      line: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(sent);
    const answer = answers[sent.line];
    const reply =
      answer === undefined ? refusal(501, { error: `${sent.line}?` }) : await answer(sent);
    return reply instanceof Response ? reply : Response.json(reply);
  });
  return requests;
}

/** A refusal as the service sends it. */
export const refusal = (status: number, body: object): Response => Response.json(body, { status });

/** Ends a request as a device without a network does. */
export const noNetwork = (): never => {
  throw new TypeError('fetch failed');
};

/** Creates a portal with a user who is signed in. */
export function signedInPortal({
  portal: name = 'producer',
  userType = users[name],
  permissions = [],
}: Shown): Portal {
  const portal = createPortal({
    name,
    base: bases[name],
    title: 'Portal',
    promise: '',
    points: [],
    userTypes: [userType],
    navigation: [],
    offlineReads: [],
    help: async () => () => null,
    pages: [],
  });
  portal.session.set({
    token: 'token',
    expiresAt: '2099-01-01 00:00:00',
    user: {
      id: 7,
      name: 'Ana',
      email: 'ana@fazenda.test',
      user_type: userType,
      email_verified: true,
    },
    permissions: [...permissions],
  });
  return portal;
}

/** What stands around every screen, without a page: for hooks. */
export const inPortal =
  (portal: Portal) =>
  ({ children }: { readonly children: ReactNode }) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={portal.queries}>
        <PortalProvider portal={portal}>{children}</PortalProvider>
      </QueryClientProvider>
    </MantineProvider>
  );

/**
 * Shows an element on every page of a portal, with a signed-in user, a router and Mantine, on a
 * network that gives these answers.
 */
export async function show(
  element: ReactNode,
  { answers = {}, pages = [], path = '', query = '', ...shown }: Shown = {},
) {
  const requests = fakeNetwork(answers);
  const portal = signedInPortal(shown);
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: 'app', component: () => element });
  const page = (path: string) => createRoute({ getParentRoute: () => app, path });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren(['/', ...pages, '$'].map(page))]),
    history: createMemoryHistory({
      initialEntries: [`${bases[portal.definition.name]}${path}${query}`],
    }),
    basepath: bases[portal.definition.name],
  });
  await router.load();
  const view = render(<RouterProvider router={router} />, { wrapper: inPortal(portal) });
  return {
    ...view,
    requests,
    portal,
    user: userEvent.setup(),
    /** The address below the portal's, with its query. */
    address: () => router.state.location.href,
  };
}
