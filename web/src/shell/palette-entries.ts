import { fold } from '@lavra/domain/text/fold';
import { accountPlaces } from '../runtime/account-places.ts';
import type { PortalDefinition } from '../runtime/definition.ts';
import { commonPaths } from '../paths/common.ts';
import type { Session } from '../session/session.ts';

/** One thing that the palette offers: a page to open, or something to do at once. */
export interface PaletteEntry {
  readonly label: string;
  /** Shown beside the label. */
  readonly note?: string;
  /** Other words it is found by. */
  readonly words?: string;
  readonly to?: string;
  readonly search?: Readonly<Record<string, unknown>>;
  /** What it opens instead from the page at a path. */
  readonly from?: (path: string) => Pick<PaletteEntry, 'to' | 'search'> | undefined;
  readonly run?: () => void;
}
export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

type User = Pick<Session, 'permissions'> & { readonly user: Pick<Session['user'], 'user_type'> };

/**
 * Returns the actions and pages of a portal that a user may open: those of the definition, the menu,
 * the account and the help. A page's permission is the one of its route.
 */
export function paletteGroups(
  definition: PortalDefinition,
  { permissions, user }: User,
): readonly PaletteGroup[] {
  const permissionOf = new Map(definition.pages.map(({ path, permission }) => [path, permission]));
  const may = (to: string): boolean => {
    const permission = permissionOf.get(to);
    return permission === undefined || permissions.includes(permission);
  };
  const { actions = [], places = [], navigation } = definition;
  return [
    {
      title: 'Fazer',
      entries: actions.filter(
        ({ to, permission, userTypes }) =>
          may(to) &&
          (permission === undefined || permissions.includes(permission)) &&
          (userTypes === undefined || userTypes.includes(user.user_type)),
      ),
    },
    {
      title: 'Páginas',
      entries: [
        ...navigation
          .filter(
            ({ to, permission }) =>
              may(to) && (permission === undefined || permissions.includes(permission)),
          )
          .map(({ to, label, group }) => ({
            to,
            label,
            ...(group === undefined ? {} : { note: group }),
          })),
        ...places.filter(({ to }) => may(to)),
        ...accountPlaces(user.user_type)
          .filter(([to]) => to !== commonPaths.account)
          .map(([to, label]) => ({ to, label, note: 'Minha conta' })),
        { to: commonPaths.help, label: 'Ajuda', words: 'dúvidas perguntas' },
      ],
    },
  ];
}

/**
 * Returns the entries that contain every word of `text` at the beginning of one of theirs, those
 * whose label begins with it first; groups without any are left out. All of them for an empty text.
 */
export function matchGroups(
  groups: readonly PaletteGroup[],
  text: string,
): readonly PaletteGroup[] {
  const wanted = wordsOf(text);
  const start = wanted.join(' ');
  return groups
    .map(({ title, entries }) => {
      const found = entries.filter((entry) => {
        const words = wordsOf(`${entry.label} ${entry.note ?? ''} ${entry.words ?? ''}`);
        return wanted.every((one) => words.some((word) => word.startsWith(one)));
      });
      const rank = ({ label }: PaletteEntry): number =>
        wordsOf(label).join(' ').startsWith(start) ? 0 : 1;
      return { title, entries: found.toSorted((one, other) => rank(one) - rank(other)) };
    })
    .filter(({ entries }) => entries.length > 0);
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
