export { OwnPeriod } from './own/OwnPeriod.tsx';
export { SignNotice } from './own/SignNotice.tsx';
export { useOwnPeriod } from './state/usePayroll.ts';
export { TeamPeriod } from './team/TeamPeriod.tsx';
