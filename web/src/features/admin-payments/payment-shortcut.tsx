import { Navigate, useParams } from '@tanstack/react-router';
import { adminPaths } from '../../paths/admin.ts';

/**
 * The address of one payment that notifications use: redirects to the list with only that payment.
 */
export function PaymentShortcut() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <Navigate to={adminPaths.payments} search={{ pagamento: Number(id) }} replace />;
}
