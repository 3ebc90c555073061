export { documentChanged } from '../contract/events.ts';
export { DocumentUpload } from './upload/DocumentUpload.tsx';
export { UploadTray } from './upload/UploadTray.tsx';
