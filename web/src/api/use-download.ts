import { useState } from 'react';
import { usePortal } from '../portal/context.tsx';
import { toast } from '../ui/toasts.tsx';
import type { EndpointId } from './endpoint-types.ts';
import { saveFile } from './save-file.ts';

interface Download {
  /** A file is on its way. */
  readonly busy: boolean;
  /** Fetches a file and hands it over, under the service's name for it or `otherwise`; a failure is said in a toast. */
  readonly download: (
    id: EndpointId,
    params: Readonly<Record<string, string>>,
    otherwise: string,
    onSaved?: () => void,
  ) => void;
}

/** Downloads from the service. */
export function useDownload(): Download {
  const { api } = usePortal();
  const [busy, setBusy] = useState(false);
  const run = async (
    ...[id, params, otherwise, onSaved]: Parameters<Download['download']>
  ): Promise<void> => {
    setBusy(true);
    try {
      await saveFile(await api.open(id, { params }), otherwise);
      onSaved?.();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
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
