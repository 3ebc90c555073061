/** Categories of email by urgency: queued emails are sent in this order. */
export const mailCategories = ['security', 'notification', 'other', 'marketing'] as const;
export type MailCategory = (typeof mailCategories)[number];
