import file from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { afterLoad } from './after-load.ts';

/**
 * Loads the font: Latin only, 20 KB, all weights. It is fetched once the first screen is shown and
 * the browser is idle, so that on a slow network the screen appears first in the device's own font;
 * from the second visit on it comes from the cache at once.
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
