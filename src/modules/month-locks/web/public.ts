import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';

export const MonthLocksDialog = lazyPart(() => import('./MonthLocksDialog.tsx'), {
  place: 'dialog',
});
