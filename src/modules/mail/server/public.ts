export { findMailTemplate, renderMail } from './letter.ts';
