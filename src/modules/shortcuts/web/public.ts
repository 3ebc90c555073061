import { lazy } from 'react';

export type { UtilityId } from '../contract/preferences.ts';
export { type Utility, utilities, utilitiesFor, utilityOf } from './quick/utilities.ts';

/** The dashboard of shortcuts, with everything to look after it for who may. */
export const ShortcutDashboard = lazy(() => import('./ShortcutDashboard.tsx'));

/** The tools somebody reaches first, to be put on any page. */
export const QuickAccess = lazy(() => import('./quick/QuickAccess.tsx'));
