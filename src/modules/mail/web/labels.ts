import type { MailCategory } from '../../../platform/contract/mail.ts';

const categories: Record<MailCategory, string> = {
  security: 'Security',
  notification: 'Notification',
  marketing: 'Marketing',
  other: 'Other',
};

export const categoryName = (category: MailCategory) => categories[category];
