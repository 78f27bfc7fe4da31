import { useNavigate } from '@tanstack/react-router';
import { toast } from '../../ui/toasts.tsx';

/** Returns a function that opens a record after saving and shows a toast. */
export function useSaved(): (to: string, said: string) => Promise<void> {
  const navigate = useNavigate();
  return async (to, said) => {
    toast(said);
    await navigate({ to, replace: true });
  };
}

/** Returns true when there is something to send. */
export const isChanged = (changes: object): boolean => Object.keys(changes).length > 0;
