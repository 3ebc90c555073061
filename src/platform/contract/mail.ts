/** What a mail is about, the most urgent first: where several wait, they leave in this order. */
export const mailCategories = ['security', 'notification', 'other', 'marketing'] as const;
export type MailCategory = (typeof mailCategories)[number];
