/** The URL of the style sheet that the browser has stored: pages then need not contain it. */
export const storedStyles = 'forecourt-styles';

/** The theme chosen in this browser, unless it is the usual one; it has the same name in the browser's storage. */
export const chosenTheme = 'forecourt-theme';

/** Themes and how dark they are; `auto`, which follows the system, is not among them. */
export const schemes = {
  light: 'light',
  dark: 'dark',
  'high-contrast': 'dark',
  blue: 'light',
  amber: 'light',
} as const;
