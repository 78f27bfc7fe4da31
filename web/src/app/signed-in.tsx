import { Bell } from '../features/notifications/bell.tsx';
import { Shell } from '../shell/shell.tsx';

/** The layout of the pages behind the login: the shell with the bell. */
export const SignedIn = () => <Shell tools={<Bell />} />;
