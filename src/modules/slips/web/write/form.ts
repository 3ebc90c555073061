import { contentMaxLength } from '../../contract.ts';

const hour = 60 * 60;
export const expiries = [
  { value: String(hour), label: 'After 1 hour' },
  { value: String(24 * hour), label: 'After 24 hours' },
  { value: String(7 * 24 * hour), label: 'After 7 days' },
  { value: String(30 * 24 * hour), label: 'After 30 days' },
];

export interface SlipForm {
  label: string;
  content: string;
  /** Null: everybody in the conversation. */
  recipientIds: readonly number[] | null;
  expiresInSeconds: string;
  once: boolean;
}
export type SlipErrors = Partial<Record<keyof SlipForm, string>>;

export const blankForm = (content: string): SlipForm => ({
  label: '',
  content,
  recipientIds: null,
  expiresInSeconds: String(24 * hour),
  once: false,
});

export function checkForm({ label, content, recipientIds }: SlipForm): SlipErrors {
  return {
    ...(label.trim() === '' && { label: 'Please say what it is.' }),
    ...(content.trim() === '' && { content: 'Please write what is to be protected.' }),
    ...(content.length > contentMaxLength && {
      content: 'A slip must be at most 2,000 characters long.',
    }),
    ...(recipientIds?.length === 0 && { recipientIds: 'Please choose at least one person.' }),
  };
}
