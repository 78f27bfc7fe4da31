import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { toast } from '../../ui/toasts.tsx';

/**
 * Returns whether an order is a favourite, and a function that toggles it: shown at once, reverted
 * when the service refuses.
 */
export function useFavorite({
  uuid,
  favorited,
}: {
  readonly uuid: string;
  readonly favorited: boolean;
}): readonly [isOn: boolean, turn: () => void] {
  const toggle = useChange('toggleFavoriteOrder');
  const [, once] = useOneAtATime();
  const [shown, show] = useState<boolean>();
  const turn = async (withUndo: boolean): Promise<void> => {
    show(!(shown ?? favorited));
    try {
      const { is_favorited, message } = await toggle.mutateAsync({ params: { id: uuid } });
      show(is_favorited);
      toast(
        message,
        withUndo
          ? {
              undo: () => {
                void once(() => turn(false));
              },
            }
          : {},
      );
    } catch (error) {
      show(undefined);
      toastProblem(error);
    }
  };
  return [
    shown ?? favorited,
    () => {
      void once(() => turn(true));
    },
  ];
}

/** Declines an order, or reverts that. */
export function useDecline(uuid: string) {
  const decline = useChange('declineOrder');
  const undo = useChange('undoDecline');
  const params = { id: uuid };
  const comeBack = async (): Promise<void> => {
    try {
      await undo.mutateAsync({ params });
      toast('Você voltou a participar desta cotação.');
    } catch (error) {
      toastProblem(error);
    }
  };
  return {
    isComingBack: undo.isPending,
    comeBack: () => {
      void comeBack();
    },
    decline: async (reason: string): Promise<void> => {
      const { message } = await decline.mutateAsync({
        params,
        body: { reason: reason.trim() === '' ? null : reason.trim() },
      });
      toast(message, {
        undo: () => {
          void comeBack();
        },
      });
    },
  };
}
