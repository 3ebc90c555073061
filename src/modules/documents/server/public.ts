export { destroyFiles } from './destroy.ts';
export { documentViewHandover } from './handover.ts';
export { visibleTo as documentsVisibleTo } from './policy.ts';
export { findReadableDocument, type ReadableDocument } from './record/find.ts';
export { documentSource } from './source.ts';
