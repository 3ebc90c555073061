export { NextShifts } from './NextShifts.tsx';
