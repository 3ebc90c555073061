import { type ComponentType, lazy } from 'react';
import type { Grants } from '../../../platform/contract/access.ts';
import {
  ShortcutDashboard,
  type Utility,
  type UtilityId,
  utilitiesFor,
} from '../../shortcuts/web/public.ts';

// Each is fetched for itself: whoever came for the time clock does not wait for the scanner.
const parts: Record<UtilityId, ComponentType> = {
  'heimdall-dashboard': ShortcutDashboard,
  'time-tracker': lazy(() =>
    import('../../time-clock/web/public.ts').then(({ TimeClock }) => ({ default: TimeClock })),
  ),
  'notes-manager': lazy(() =>
    import('../../notes/web/public.ts').then(({ NotesManager }) => ({ default: NotesManager })),
  ),
  'barcode-scanner': lazy(() =>
    import('../../scanner/web/public.ts').then(({ BarcodeScanner }) => ({
      default: BarcodeScanner,
    })),
  ),
};

const heights: Record<UtilityId, string> = {
  'heimdall-dashboard': 'h-84',
  'time-tracker': 'h-40',
  'notes-manager': 'h-72',
  'barcode-scanner': 'h-88',
};

/** Administrators look after the shortcuts in the same place. */
const heightOf = (id: UtilityId, grants: Grants | null) =>
  id === 'heimdall-dashboard' && grants?.role === 'admin' ? 'h-320' : heights[id];

export interface Tool extends Utility {
  /** The tool does not say itself what it is. */
  unnamed: boolean;
  /** About as high as it will be, while it is fetched. */
  height: string;
  Tool: ComponentType;
}

/** The tools of the hub somebody may use, in its order. */
export const toolsFor = (grants: Grants | null): readonly Tool[] =>
  utilitiesFor(grants).map((utility) => ({
    ...utility,
    unnamed: utility.id === 'time-tracker',
    height: heightOf(utility.id, grants),
    Tool: parts[utility.id],
  }));
