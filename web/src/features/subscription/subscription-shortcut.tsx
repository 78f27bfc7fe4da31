import { Navigate } from '@tanstack/react-router';

/** Redirects the short address that notifications use. */
export const SubscriptionShortcut = () => <Navigate to="/conta/assinatura" replace />;
