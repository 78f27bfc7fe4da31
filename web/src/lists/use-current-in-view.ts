import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the ref of a menu that a phone scrolls sideways: the current place is in its middle, also
 * where its address was opened directly. The page itself does not scroll.
 */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  const { href } = useLocation();
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current]');
    if (!strip.current || !current) return;
    const [outer, inner] = [strip.current, current].map((one) => one.getBoundingClientRect());
    if (!outer || !inner) return;
    strip.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [href]);
  return strip;
}
