/** Does what the first screen does not need once it is there and nothing else waits. */
export function afterLoad(work: () => void): void {
  const whenIdle = (): void => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 3_000 });
    else setTimeout(work, 500);
  };
  if (document.readyState === 'complete') whenIdle();
  else globalThis.addEventListener('load', whenIdle, { once: true });
}
