import { createContext } from 'react';

/**
 * Whether the text is inside a clickable element: then its links are inactive, and its headings are not part of the
 * page outline.
 */
export const PreviewContext = createContext(false);
