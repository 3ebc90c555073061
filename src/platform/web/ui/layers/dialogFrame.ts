export const scrimClasses = 'scrim fixed inset-0 z-50 bg-scrim';

/** On a phone it rises from below, within reach of the thumb; from 640 px on it is centered. */
export const dialogClasses =
  'dialog fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border border-border ' +
  'bg-raised pb-[env(safe-area-inset-bottom)] text-text shadow-float focus:outline-none sm:pb-0';

const centered =
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[85dvh] sm:w-[calc(100vw-32px)] sm:rounded-lg';

export const dialogSizes = {
  sm: `${centered} sm:max-w-[400px]`,
  md: `${centered} sm:max-w-[520px]`,
  lg: `${centered} sm:max-w-[720px]`,
  xl: `${centered} sm:max-w-[1120px]`,
  /** At the right edge with full height: for long forms, with their context still visible. */
  side: 'sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-[600px] sm:max-w-[calc(100vw-48px)] sm:rounded-none',
};
