export { findMailTemplate, type LetterBody, renderMail } from './letter.ts';
