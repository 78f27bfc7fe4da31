/**
 * Saves a file from the service on the user's device, under the name in the response, or else
 * `otherwise`.
 */
export async function saveFile(response: Response, otherwise: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition')) ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded === undefined
    ? /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
    : decodeURIComponent(encoded);
}
