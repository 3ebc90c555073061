const previewLength = 50;

/** The first 50 characters, with an ellipsis where there were more. */
export function previewOf(message: string): string {
  const characters = [...message];
  if (characters.length <= previewLength) return message;
  return `${characters.slice(0, previewLength).join('')}…`;
}

/** As what it is announced where it stands alone: on a locked phone, in a corner of the screen, in a mail. */
export function headingOf({ title, urgent = false }: { title: string; urgent?: boolean }): string {
  const heading = title || 'Notification';
  return urgent ? `Urgent: ${heading}` : heading;
}
