import { Navigate } from '@tanstack/react-router';
import { commonPaths } from '../../paths/common.ts';

/** Redirects the short address that notifications use. */
export const SubscriptionShortcut = () => <Navigate to={commonPaths.subscription} replace />;
