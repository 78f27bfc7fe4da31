import { toast } from '../../ui/toasts.tsx';
import type { Draft } from './use-draft.ts';

/**
 * Saves the draft and returns whether it may go on to its publication; shows what is missing where it
 * may not.
 */
export async function isReadyToPublish(draft: Draft, isComplete: boolean): Promise<boolean> {
  if (!isComplete) {
    document.querySelector<HTMLElement>('#falta')?.scrollIntoView({ block: 'center' });
    return false;
  }
  if (await draft.flush()) return true;
  toast('O rascunho ainda não está salvo no serviço. Tente de novo com conexão.', {
    tone: 'danger',
  });
  return false;
}
