import { useState } from 'react';
import { usePortal } from '../runtime/context.tsx';
import type { EndpointId } from '../api/endpoint-types.ts';
import { saveFile } from '../api/save-file.ts';
import { toastProblem } from './toast-problem.ts';

interface Download {
  /** True while a file is being downloaded. */
  readonly busy: boolean;
  /**
   * Downloads a file and saves it under the name in the response, or else `otherwise`; a failure is
   * shown in a toast.
   */
  readonly download: (
    id: EndpointId,
    params: Readonly<Record<string, string>>,
    otherwise: string,
    options?: {
      readonly query?: Readonly<Record<string, string>>;
      readonly onSaved?: () => void;
    },
  ) => void;
}

/**
 * Returns a function that downloads files from the service, and whether a download is in progress.
 */
export function useDownload(): Download {
  const { api } = usePortal();
  const [busy, setBusy] = useState(false);
  const run = async (
    ...[id, params, otherwise, { query, onSaved } = {}]: Parameters<Download['download']>
  ): Promise<void> => {
    setBusy(true);
    try {
      await saveFile(
        await api.open(id, query === undefined ? { params } : { params, query }),
        otherwise,
      );
      onSaved?.();
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    download: (...asked) => {
      void run(...asked);
    },
  };
}
