import { Navigate } from '@tanstack/react-router';
import { adminPaths } from '../../paths/admin.ts';

/** Redirects the short address that notifications use to the failed jobs. */
export const JobsShortcut = () => <Navigate to={adminPaths.jobs} replace />;
