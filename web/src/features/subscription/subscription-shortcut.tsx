import { Navigate } from '@tanstack/react-router';

/** The short address that notifications name. */
export const SubscriptionShortcut = () => <Navigate to="/conta/assinatura" replace />;
