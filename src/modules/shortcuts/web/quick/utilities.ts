import { Clock, LayoutGrid, type LucideIcon, NotebookPen, ScanBarcode } from 'lucide-react';
import { type Access, type Grants, permits } from '../../../../platform/contract/access.ts';
import type { UtilityId } from '../../contract/preferences.ts';

export interface Utility {
  id: UtilityId;
  label: string;
  description: string;
  icon: LucideIcon;
  /** The access that its endpoints require. */
  access: Access;
}

const tool = { feature: 'utilities' } as const;

/** The tools of the utilities hub, in order; each has its section at `/utilities#{id}`. */
export const utilities: readonly Utility[] = [
  {
    id: 'heimdall-dashboard',
    label: 'Heimdall+ Dashboard',
    description: 'URL shortcuts and dashboard configuration',
    icon: LayoutGrid,
    access: 'signedIn',
  },
  {
    id: 'time-tracker',
    label: 'Time Clock',
    description: 'Real-time punch in, punch out and breaks',
    icon: Clock,
    access: tool,
  },
  {
    id: 'notes-manager',
    label: 'Enterprise Notes',
    description: 'Your notes and notes shared with you',
    icon: NotebookPen,
    access: tool,
  },
  {
    id: 'barcode-scanner',
    label: 'Barcode Scanner',
    description: 'Scan vehicle VINs and inventory barcodes',
    icon: ScanBarcode,
    access: tool,
  },
];

/** The utilities that these grants permit: shortcuts for everyone, the others by permission. */
export const utilitiesFor = (grants: Grants | null): readonly Utility[] =>
  utilities.filter(({ access }) => permits(access, grants));

export const utilityOf = (id: UtilityId) => utilities.find((utility) => utility.id === id);
