export { type ImportedMessage, importMessages } from './posting/import.ts';
