/**
 * Saves a file from the service on the user's device, under the name in the response, or else
 * `otherwise`.
 */
export async function saveFile(response: Response, otherwise: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response) ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns the name in a response of the service, which always sends it in UTF-8 too (RFC 6266). */
function fileNameOf({ headers }: Response): string | undefined {
  const name = /filename\*=UTF-8''(.+)/.exec(headers.get('content-disposition') ?? '')?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
