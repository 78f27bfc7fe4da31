import file from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { afterLoad } from './after-load.ts';

/**
 * Latin alone, 20 KB, all weights. It is fetched once the first screen is there and nothing else waits, so that a slow
 * network shows the screen in the device's own font first; from the second visit on the cache has it at once.
 */
export function loadFont(): void {
  afterLoad(() => {
    new FontFace('Figtree Variable', `url(${file}) format('woff2')`, {
      weight: '300 900',
      display: 'swap',
    })
      .load()
      // Without it the device's own font stays.
      .then(
        (font) => document.fonts.add(font),
        () => undefined,
      );
  });
}
