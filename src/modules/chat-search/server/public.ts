export { searchImportHooks } from './importHooks.ts';
