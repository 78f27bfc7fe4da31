import { Navigate, useParams } from '@tanstack/react-router';

/** The address of one payment that notifications name: the list, with that one alone. */
export function PaymentShortcut() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <Navigate to="/pagamentos" search={{ pagamento: Number(id) }} replace />;
}
