export { destroyFiles } from './destroy.ts';
export { visibleTo as documentsVisibleTo } from './policy.ts';
export { documentSource } from './source.ts';
