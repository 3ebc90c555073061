import { lazy } from 'react';

const loadMonths = () => import('./MonthsChart.tsx');

export const MonthsChart = lazy(loadMonths);
export const RowsChart = lazy(() => import('./RowsChart.tsx'));
/** Paper cannot wait for what it shows. */
export const loadForPaper = loadMonths;
