import file from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/**
 * Latin alone, 20 KB, all weights. It is fetched once the first screen is there and nothing else waits, so that a slow
 * network shows the screen in the device's own font first; from the second visit on the cache has it at once.
 */
export function loadFont(): void {
  const load = (): void => {
    new FontFace('Figtree Variable', `url(${file}) format('woff2')`, { weight: '300 900', display: 'swap' }).load()
      // Without it the device's own font stays.
      .then((font) => document.fonts.add(font), () => undefined);
  };
  const whenIdle = (): void => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 3_000 });
    else setTimeout(load, 500);
  };
  if (document.readyState === 'complete') whenIdle();
  else globalThis.addEventListener('load', whenIdle, { once: true });
}
