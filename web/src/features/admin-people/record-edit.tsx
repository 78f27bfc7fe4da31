import { useNavigate } from '@tanstack/react-router';
import { toast } from '../../ui/toasts.tsx';

/** Goes to a record after it was saved, and says so. */
export function useSaved(): (to: string, said: string) => Promise<void> {
  const navigate = useNavigate();
  return async (to, said) => {
    toast(said);
    await navigate({ to, replace: true });
  };
}

/** True when there is something to send. */
export const isChanged = (changes: object): boolean => Object.keys(changes).length > 0;
