import type { User } from '@lavra/contract/accounts/schemas';
import type { EndpointId } from '../api/endpoint-types.ts';

type UserType = User['user_type'];

/** An entry of the menu. Only for pages that exist. */
export interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: (props: { readonly size?: number }) => React.ReactNode;
  /** `module.action`: the entry is hidden from users without it. */
  readonly permission?: string;
  /** The heading above it; entries of a group must be consecutive. */
  readonly group?: string;
}

/** A page behind the login, loaded when it is first opened. */
export interface PortalPage {
  readonly path: string;
  readonly load: () => Promise<() => React.ReactNode>;
  /** `module.action`: users without it see a message, and the page sends no request. */
  readonly permission?: string;
}

/** A page as the palette finds it; its permission is the one of its route. */
export interface PortalPlace {
  readonly label: string;
  readonly to: string;
  /** Shown beside the label: where it belongs. */
  readonly note?: string;
  /** Other words it is found by. */
  readonly words?: string;
}

/** Something to do, as the palette offers it: the page, or its address, where it is done. */
export interface PortalAction extends PortalPlace {
  readonly search?: Readonly<Record<string, unknown>>;
  /** Where it is done instead, from the page at this path. */
  readonly from?: (path: string) => Pick<PortalAction, 'to' | 'search'> | undefined;
  /** `module.action`, where doing it takes more than seeing the page. */
  readonly permission?: string;
  /** The user types that may do it; all of the portal's where it is left out. */
  readonly userTypes?: readonly UserType[];
}

export interface PaletteProps {
  readonly onClose: () => void;
  /** Opens the list of keys. */
  readonly onKeys: () => void;
}

/** What distinguishes one portal from another. */
export interface PortalDefinition {
  readonly name: 'producer' | 'supplier' | 'admin';
  /** The path it is served at. */
  readonly base: '/produtor' | '/fornecedor' | '/admin';
  readonly title: string;
  /** Shown beside the login form. */
  readonly promise: string;
  readonly points: readonly string[];
  /** The user types that may log in; the first is preselected. */
  readonly userTypes: readonly [UserType, ...UserType[]];
  readonly registers?: 'produtor' | 'fornecedor';
  readonly navigation: readonly NavigationEntry[];
  /**
   * Endpoints whose last answers may be stored on the device for offline use; deleted with the
   * session.
   */
  readonly offlineReads: readonly EndpointId[];
  /** What the palette offers to do. */
  readonly actions?: readonly PortalAction[];
  /** Pages outside the menu that the palette finds. */
  readonly places?: readonly PortalPlace[];
  /** Loads the portal's own palette, where it also finds records. */
  readonly palette?: () => Promise<(props: PaletteProps) => React.ReactNode>;
  /** Loads the help page, which is public. */
  readonly help: () => Promise<() => React.ReactNode>;
  readonly pages: readonly PortalPage[];
  /** The portal's own pages among those of the account, and before the login. */
  readonly accountPages?: readonly PortalPage[];
  readonly entrancePages?: readonly PortalPage[];
}

/** The portal of each user type, to direct users to it. */
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
