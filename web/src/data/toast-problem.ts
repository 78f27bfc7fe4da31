import { reasonOf } from '../api/reason-of.ts';
import { toast } from '../ui/toasts.tsx';

/** Says why something was not done, where the screen has no better place for it. */
export function toastProblem(error: unknown): void {
  toast(reasonOf(error), { tone: 'danger' });
}
