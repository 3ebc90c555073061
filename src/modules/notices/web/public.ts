export { AudienceFields } from './post/AudienceFields.tsx';
export { DueFields } from './post/DueFields.tsx';
export { checkDue, type DueChoice, dueOf } from './post/form.ts';
export { useAudienceCount } from './post/useAudienceCount.ts';
