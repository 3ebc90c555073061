export { importMessages } from './posting/import.ts';
