export { destroyFiles } from './destroy.ts';
export { findReadableDocument, type ReadableDocument } from './record/find.ts';
export { documentSource } from './source.ts';
