export { type MailDialog, MailDialogs } from './MailDialogs.tsx';
