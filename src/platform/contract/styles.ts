/** The cookie with the URL of the style sheet that the browser has stored: pages then need not contain it. */
export const storedStyles = 'forecourt-styles';
