const previewLength = 50;

/** The first 50 characters, with an ellipsis if there are more. */
export function previewOf(message: string): string {
  const characters = [...message];
  if (characters.length <= previewLength) return message;
  return `${characters.slice(0, previewLength).join('')}…`;
}

/** The heading in push notifications, toasts and emails. */
export function headingOf({ title, urgent = false }: { title: string; urgent?: boolean }): string {
  const heading = title || 'Notification';
  return urgent ? `Urgent: ${heading}` : heading;
}
