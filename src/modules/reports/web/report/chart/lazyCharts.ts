import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';

const loadMonths = () => import('./MonthsChart.tsx');

export const MonthsChart = lazyPart(loadMonths, { place: 'panel', className: 'h-full' });
export const RowsChart = lazyPart(() => import('./RowsChart.tsx'), {
  place: 'panel',
  className: 'h-full',
});
/** Printing cannot wait for a lazy chart. */
export const loadForPaper = () => loadMonths().then(MonthsChart.load);
