import type { ComponentType } from 'react';
import type { Grants } from '../../../platform/contract/access.ts';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  ShortcutDashboard,
  type Utility,
  type UtilityId,
  utilitiesFor,
} from '../../shortcuts/web/public.ts';

// Each tool is its own chunk, so that the time clock does not wait for the scanner.
const parts: Record<UtilityId, ComponentType> = {
  'heimdall-dashboard': ShortcutDashboard,
  'time-tracker': lazyPart(
    () =>
      import('../../time-clock/web/public.ts').then(({ TimeClock }) => ({ default: TimeClock })),
    { place: 'panel', className: 'min-h-40' },
  ),
  'notes-manager': lazyPart(
    () =>
      import('../../notes/web/public.ts').then(({ NotesManager }) => ({ default: NotesManager })),
    { place: 'panel', className: 'min-h-72' },
  ),
  'barcode-scanner': lazyPart(
    () =>
      import('../../scanner/web/public.ts').then(({ BarcodeScanner }) => ({
        default: BarcodeScanner,
      })),
    { place: 'panel', className: 'min-h-88' },
  ),
};

const heights: Record<UtilityId, string> = {
  'heimdall-dashboard': 'h-84',
  'time-tracker': 'h-40',
  'notes-manager': 'h-72',
  'barcode-scanner': 'h-88',
};

/** Administrators also manage the shortcuts there. */
const heightOf = (id: UtilityId, grants: Grants | null) =>
  id === 'heimdall-dashboard' && grants?.role === 'admin' ? 'h-320' : heights[id];

export interface Tool extends Utility {
  /** The tool renders no heading of its own. */
  unnamed: boolean;
  /** Approximate height while it loads. */
  height: string;
  Tool: ComponentType;
}

/** The tools that these grants permit, in hub order. */
export const toolsFor = (grants: Grants | null): readonly Tool[] =>
  utilitiesFor(grants).map((utility) => ({
    ...utility,
    unnamed: utility.id === 'time-tracker',
    height: heightOf(utility.id, grants),
    Tool: parts[utility.id],
  }));
