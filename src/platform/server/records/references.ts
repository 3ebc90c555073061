/** The id of a joined row, such as an employee, with its name; null where there is none. */
export const toReference = (
  id: number | null,
  name: string | null,
): { id: number; name: string } | null => (id === null ? null : { id, name: name ?? '' });
