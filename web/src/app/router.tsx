import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { NoAnswer } from '../api/api-error.ts';
import { Entrance } from '../features/entrance/entrance.tsx';
import { LoginPage } from '../features/entrance/login-page.tsx';
import { commonPaths } from '../paths/common.ts';
import { Maintenance } from '../shell/maintenance.tsx';
import { Forbidden, Loading } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { useMay } from '../runtime/context.tsx';
import { useConnectivity } from '../runtime/context.tsx';
import { Broken, NotFound } from './problems.tsx';
import type { Portal } from '../runtime/portal.ts';
import { SessionWatch } from './session-watch.tsx';

const root = createRootRouteWithContext<{ portal: Portal }>()({
  component: Root,
  notFoundComponent: NotFound,
});

/**
 * The root of every page. During maintenance the page behind the notice is inert and keeps its
 * state.
 */
function Root() {
  const closed = useConnectivity() === 'maintenance';
  return (
    <>
      <div style={{ display: 'contents' }} inert={closed}>
        <Outlet />
      </div>
      <SessionWatch />
      <Toasts />
      <Maintenance />
    </>
  );
}

/**
 * Admits users of this portal; others are sent to the login, or to the page for unauthorised users.
 * After the login they return to `path`, unless the user signed out: the next may be another.
 */
function guard({ portal: { session, definition } }: { portal: Portal }, path: string): void {
  const current = session.get();
  const hasLeft = ![undefined, 'expired'].includes(session.ended());
  if (current === undefined)
    redirect({
      to: commonPaths.login,
      search: path === '/' || hasLeft ? {} : { voltar: path },
      throw: true,
    });
  else if (!definition.userTypes.includes(current.user.user_type))
    redirect({ to: commonPaths.unauthorised, throw: true });
}

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: ({ context, location }) => guard(context, location.href),
  component: lazyRouteComponent(
    fetched(() => import('./signed-in.tsx')),
    'SignedIn',
  ),
});
const entrance = createRoute({ getParentRoute: () => root, id: 'entrance', component: Entrance });

const before = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => entrance, path, component });
const entrancePages = [
  before(commonPaths.login, LoginPage),
  before(
    commonPaths.forgotPassword,
    lazyRouteComponent(
      fetched(() => import('../features/entrance/forgot-password-page.tsx')),
      'ForgotPasswordPage',
    ),
  ),
  before(
    commonPaths.resetPassword,
    lazyRouteComponent(
      fetched(() => import('../features/entrance/new-password-pages.tsx')),
      'ResetPasswordPage',
    ),
  ),
  before(
    commonPaths.verifyEmail,
    lazyRouteComponent(
      fetched(() => import('../features/entrance/verify-email-page.tsx')),
      'VerifyEmailPage',
    ),
  ),
  before(
    commonPaths.undoEmail,
    lazyRouteComponent(
      fetched(() => import('../features/entrance/undo-email-page.tsx')),
      'UndoEmailPage',
    ),
  ),
];
const unauthorised = createRoute({
  getParentRoute: () => root,
  path: commonPaths.unauthorised,
  component: lazyRouteComponent(
    fetched(() => import('./unauthorised.tsx')),
    'Unauthorised',
  ),
});
const page = createRoute({
  getParentRoute: () => root,
  path: commonPaths.page('$slug'),
  component: lazyRouteComponent(
    fetched(() => import('../features/pages/static-page.tsx')),
    'StaticPage',
  ),
});

const account = createRoute({
  getParentRoute: () => app,
  path: commonPaths.account,
  component: lazyRouteComponent(
    fetched(() => import('../features/account/account-layout.tsx')),
    'AccountLayout',
  ),
});
/** A route's path is relative to its parent's. */
const inAccount = (path: string): string => path.slice(commonPaths.account.length);
const accountPages = [
  createRoute({
    getParentRoute: () => account,
    path: '/',
    component: lazyRouteComponent(
      fetched(() => import('../features/account/profile-page.tsx')),
      'ProfilePage',
    ),
  }),
  createRoute({
    getParentRoute: () => account,
    path: inAccount(commonPaths.password),
    component: lazyRouteComponent(
      fetched(() => import('../features/account/password-page.tsx')),
      'PasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => account,
    path: inAccount(commonPaths.notificationChoices),
    component: lazyRouteComponent(
      fetched(() => import('../features/account/notification-choices-page.tsx')),
      'NotificationChoicesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => account,
    path: inAccount(commonPaths.privacy),
    component: lazyRouteComponent(
      fetched(() => import('../features/account/privacy-page.tsx')),
      'PrivacyPage',
    ),
  }),
];
const notifications = createRoute({
  getParentRoute: () => app,
  path: commonPaths.notifications,
  component: lazyRouteComponent(
    fetched(() => import('../features/notifications/notifications-page.tsx')),
    'NotificationsPage',
  ),
});

/** The page for an unknown address, inside the shell for signed-in users. */
const unknown = createRoute({ getParentRoute: () => app, path: '$', component: NotFound });

/**
 * Creates the routes of a portal: those common to all portals, and its own pages. A page begins anew
 * when its address names another record, so that nothing of the former is shown or saved there.
 */
export function createPortalRouter(portal: Portal) {
  const { definition } = portal;
  const own = definition.pages.map(({ path, load, permission }) =>
    createRoute({ getParentRoute: () => app, path, component: lazyPage(load, permission) }),
  );
  const ofAccount = (definition.accountPages ?? []).map(({ path, load }) =>
    createRoute({
      getParentRoute: () => account,
      path: inAccount(path),
      component: lazyPage(load),
    }),
  );
  const help = createRoute({
    getParentRoute: () => root,
    path: commonPaths.help,
    component: lazyPage(definition.help),
  });
  const atTheDoor = (definition.entrancePages ?? []).map(({ path, load }) =>
    before(path, lazyPage(load)),
  );
  return createRouter({
    routeTree: root.addChildren([
      entrance.addChildren([...entrancePages, ...atTheDoor]),
      unauthorised,
      page,
      help,
      app.addChildren([
        account.addChildren([...accountPages, ...ofAccount]),
        notifications,
        ...own,
        unknown,
      ]),
    ]),
    basepath: definition.base,
    context: { portal },
    scrollRestoration: true,
    defaultRemountDeps: ({ params }) => params,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: Loading,
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: NotFound,
  });
}

const lazyPage = (load: () => Promise<() => React.ReactNode>, permission?: string) =>
  lazyRouteComponent(async () => ({ Page: permitted(await fetched(load)(), permission) }), 'Page');

/**
 * Turns a failure to load a chunk into `NoAnswer`. Otherwise the router would reload the page and
 * lose what is on it.
 */
function fetched<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    load().catch((error: unknown) => {
      throw new NoAnswer(error);
    });
}

/** Renders the page for users with the permission, and a message for all others. */
function permitted(
  PageItself: () => React.ReactNode,
  permission: string | undefined,
): () => React.ReactNode {
  if (permission === undefined) return PageItself;
  return () =>
    useMay(permission) ? <PageItself /> : <Forbidden permission={permission} level={1} />;
}
