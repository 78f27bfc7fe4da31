import { Bell } from '../features/notifications/bell.tsx';
import { usePortal } from '../runtime/context.tsx';
import { Shell } from '../shell/shell.tsx';

/** The layout of the pages behind the login: the shell with the portal's tools and the bell. */
export function SignedIn() {
  const { tools: Tools } = usePortal().definition;
  return (
    <Shell
      tools={
        <>
          {Tools !== undefined && <Tools />}
          <Bell />
        </>
      }
    />
  );
}
