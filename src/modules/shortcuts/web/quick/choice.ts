import { maxUtilities, type UtilityId } from '../../contract/preferences.ts';

/** The selection with this utility removed or appended; null at the maximum. */
export function toggled(selected: readonly UtilityId[], id: UtilityId): UtilityId[] | null {
  if (selected.includes(id)) return selected.filter((selectedId) => selectedId !== id);
  return selected.length < maxUtilities ? [...selected, id] : null;
}
