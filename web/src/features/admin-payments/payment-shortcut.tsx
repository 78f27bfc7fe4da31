import { Navigate, useParams } from '@tanstack/react-router';

/**
 * The address of one payment that notifications use: redirects to the list with only that payment.
 */
export function PaymentShortcut() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <Navigate to="/pagamentos" search={{ pagamento: Number(id) }} replace />;
}
