export { importSlips } from './importing.ts';
