/**
 * Runs work that the first screen does not need, once the page has loaded and the browser is idle.
 */
export function afterLoad(work: () => void): void {
  const whenIdle = (): void => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 3_000 });
    else setTimeout(work, 500);
  };
  if (document.readyState === 'complete') whenIdle();
  else globalThis.addEventListener('load', whenIdle, { once: true });
}
