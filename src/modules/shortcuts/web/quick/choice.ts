import { maxUtilities, type UtilityId } from '../../contract/preferences.ts';

/** The choice without this one, or with it at the end; null where no more can be chosen. */
export function toggled(selected: readonly UtilityId[], id: UtilityId): UtilityId[] | null {
  if (selected.includes(id)) return selected.filter((one) => one !== id);
  return selected.length < maxUtilities ? [...selected, id] : null;
}
