import { createContext } from 'react';

/**
 * Whether the text stands in something one clicks on: its links lead nowhere then, and its headings are
 * none of the page's.
 */
export const PreviewContext = createContext(false);
