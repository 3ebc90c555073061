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
  /** Null: everyone in the conversation. */
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
    ...(label.trim() === '' && { label: 'Enter a label.' }),
    ...(content.trim() === '' && { content: 'Enter the text to protect.' }),
    ...(content.length > contentMaxLength && {
      content: 'A slip can have at most 2,000 characters.',
    }),
    ...(recipientIds?.length === 0 && { recipientIds: 'Choose at least one person.' }),
  };
}
