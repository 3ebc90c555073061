import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';

export type { UtilityId } from '../contract/preferences.ts';
export { type Utility, utilities, utilitiesFor, utilityOf } from './quick/utilities.ts';

/** The dashboard of shortcuts, with everything to look after it for who may. */
export const ShortcutDashboard = lazyPart(() => import('./ShortcutDashboard.tsx'), {
  place: 'panel',
  className: 'min-h-84',
});

/** The tools somebody reaches first, to be put on any page. */
export const QuickAccess = lazyPart(() => import('./quick/QuickAccess.tsx'), {
  place: 'panel',
  className: 'min-h-40',
});
