import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { MoonIcon, SunIcon } from '../ui/icons.tsx';
import styles from './shell.module.css';

/** Switches between light and dark, for pages without a menu for it. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={isDark ? 'Usar aparência clara' : 'Usar aparência escura'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}
