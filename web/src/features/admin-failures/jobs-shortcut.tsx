import { Navigate } from '@tanstack/react-router';

/** Redirects the short address that notifications use to the failed jobs. */
export const JobsShortcut = () => <Navigate to="/falhas" replace />;
