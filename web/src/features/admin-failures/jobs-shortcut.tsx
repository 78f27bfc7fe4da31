import { Navigate } from '@tanstack/react-router';

/** The short address of the failed jobs that notifications name. */
export const JobsShortcut = () => <Navigate to="/falhas" replace />;
