import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';

export type { UtilityId } from '../contract/preferences.ts';
export { type Utility, utilities, utilitiesFor, utilityOf } from './quick/utilities.ts';

/** The shortcut dashboard, with its management for administrators. */
export const ShortcutDashboard = lazyPart(() => import('./ShortcutDashboard.tsx'), {
  place: 'panel',
  className: 'min-h-84',
});

/** The user's Quick Access utilities, for any page. */
export const QuickAccess = lazyPart(() => import('./quick/QuickAccess.tsx'), {
  place: 'panel',
  className: 'min-h-40',
  isLate: true,
});
