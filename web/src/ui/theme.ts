import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  'var(--lv-accent-soft)',
  'var(--lv-accent-soft)',
  'var(--lv-accent-soft)',
  'var(--lv-accent)',
  'var(--lv-accent)',
  'var(--lv-accent)',
  'var(--lv-accent)',
  'var(--lv-accent-hover)',
  'var(--lv-accent-hover)',
  'var(--lv-accent-ink)',
];

/** Mantine's theme, in the values of tokens.css. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  fontFamily: 'var(--lv-font)',
  headings: { fontFamily: 'var(--lv-font)' },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '10px', lg: '16px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md', variant: 'filled' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
  },
});

const colors = {
  '--mantine-color-body': 'var(--lv-paper)',
  '--mantine-color-text': 'var(--lv-ink)',
  '--mantine-color-dimmed': 'var(--lv-ink-3)',
  '--mantine-color-placeholder': 'var(--lv-ink-3)',
  '--mantine-color-error': 'var(--lv-danger)',
  '--mantine-color-anchor': 'var(--lv-accent-ink)',
  '--mantine-color-default': 'var(--lv-surface)',
  '--mantine-color-default-hover': 'var(--lv-sunken)',
  '--mantine-color-default-color': 'var(--lv-ink)',
  '--mantine-color-default-border': 'var(--lv-line)',
  '--mantine-color-disabled': 'var(--lv-sunken)',
  '--mantine-color-disabled-color': 'var(--lv-ink-3)',
  '--mantine-color-disabled-border': 'var(--lv-line)',
  '--mantine-color-accent-filled': 'var(--lv-accent)',
  '--mantine-color-accent-filled-hover': 'var(--lv-accent-hover)',
  '--mantine-color-accent-light': 'var(--lv-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--lv-accent-soft)',
  '--mantine-color-accent-light-color': 'var(--lv-accent-ink)',
  '--mantine-color-accent-outline': 'var(--lv-accent)',
  '--mantine-color-accent-text': 'var(--lv-accent-ink)',
  '--mantine-primary-color-contrast': 'var(--lv-on-accent)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: colors,
  dark: colors,
});
