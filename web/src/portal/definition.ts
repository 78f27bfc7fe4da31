import type { User } from '@lavra/contract/accounts/schemas';
import type { EndpointId } from '../api/endpoint-types.ts';
import type { Icon } from '../ui/icons.tsx';

type UserType = User['user_type'];

/** A place of the menu. Only places that exist. */
export interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  /** `module.action`: who does not carry it does not see the place. */
  readonly permission?: string;
  /** The heading it stands under; entries of a group follow one another. */
  readonly group?: string;
}

/** A page behind the login, fetched when it is first opened. */
export interface PortalPage {
  readonly path: string;
  readonly load: () => Promise<() => React.ReactNode>;
  /** `module.action`: without it the page says so, and asks the service for nothing. */
  readonly permission?: string;
}

/** What makes one portal differ from another. */
export interface PortalDefinition {
  readonly name: 'producer' | 'supplier' | 'admin';
  /** Where it is served. */
  readonly base: '/produtor' | '/fornecedor' | '/admin';
  readonly title: string;
  /** Said beside the login. */
  readonly promise: string;
  readonly points: readonly string[];
  /** Who may enter; the first one unless the person says otherwise. */
  readonly userTypes: readonly [UserType, ...UserType[]];
  readonly registers?: 'produtor' | 'fornecedor';
  readonly navigation: readonly NavigationEntry[];
  /** What was read last and may stay on the device for when there is no network; it goes with the session. */
  readonly keeps: readonly EndpointId[];
  /** Stands in the bar above every page. */
  readonly tools?: () => React.ReactNode;
  /** Answers to what its people ask, for everybody. */
  readonly help: () => Promise<() => React.ReactNode>;
  readonly pages: readonly PortalPage[];
  /** Of its own among the account's pages, and before the login. */
  readonly accountPages?: readonly PortalPage[];
  readonly entrancePages?: readonly PortalPage[];
}

/** The portal of a kind of user, to send them there. */
export const portalOf: Readonly<
  Record<UserType, { readonly base: string; readonly title: string; readonly named: string }>
> = {
  produtor: { base: '/produtor', title: 'Portal do Produtor', named: 'o Portal do Produtor' },
  consultor: { base: '/produtor', title: 'Portal do Produtor', named: 'o Portal do Produtor' },
  fornecedor: {
    base: '/fornecedor',
    title: 'Portal do Fornecedor',
    named: 'o Portal do Fornecedor',
  },
  admin: { base: '/admin', title: 'Administração', named: 'a Administração' },
};
