import { instantOf, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Change } from '../../contract/corrections.ts';
import type { SheetPunch } from '../../contract/sheets.ts';
import type { PunchKind } from '../../contract.ts';

/** A punch in the form; `wallTime` is local time in the group time zone: `2026-11-20T08:02:17`. */
export interface Edit {
  key: string;
  punch: SheetPunch | null;
  kind: PunchKind;
  wallTime: string;
  removed: boolean;
}

export function editOf(punch: SheetPunch, timezone: string): Edit {
  const wallTime = wallTimeAt(timezone, Date.parse(punch.at));
  return { key: String(punch.id), punch, kind: punch.kind, wallTime, removed: false };
}

/** Browsers omit zero seconds. */
const withSeconds = (wallTime: string) => (wallTime.length === 16 ? `${wallTime}:00` : wallTime);

/** Whether every time in the form is valid. */
export const areTimes = (edits: readonly Edit[]): boolean =>
  edits.every(({ wallTime, removed }) => removed || !Number.isNaN(Date.parse(`${wallTime}Z`)));

/** The changes in the form; untouched punches keep their milliseconds. */
export function changesOf(edits: readonly Edit[], timezone: string): Change[] {
  return edits.flatMap(({ punch, kind, wallTime, removed }): Change[] => {
    if (!punch) {
      if (removed) return [];
      return [{ act: 'add', kind, at: new Date(instantOf(timezone, wallTime)).toISOString() }];
    }
    if (removed) return [{ act: 'void', punchId: punch.id }];
    if (withSeconds(wallTime) === wallTimeAt(timezone, Date.parse(punch.at))) return [];
    const at = new Date(instantOf(timezone, wallTime)).toISOString();
    return [{ act: 'move', punchId: punch.id, at }];
  });
}
