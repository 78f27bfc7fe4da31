import type { EndpointId } from '../../api/endpoint-types.ts';
import { saveFile } from '../../api/save-file.ts';
import { usePortal } from '../../portal/context.tsx';
import { toast } from '../../ui/toasts.tsx';

/** Fetches a file and hands it over, under the service's name for it or `otherwise`; a failure is said in a toast. */
export function useDownload(): (id: EndpointId, params: Readonly<Record<string, string>>, otherwise: string) => void {
  const { api } = usePortal();
  const download = async (id: EndpointId, params: Readonly<Record<string, string>>, otherwise: string): Promise<void> => {
    try {
      await saveFile(await api.open(id, { params }), otherwise);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
    }
  };
  return (id, params, otherwise) => { void download(id, params, otherwise); };
}
