export { destroyFiles } from './destroy.ts';
export { documentSource } from './source.ts';
