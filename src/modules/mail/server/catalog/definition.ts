import type { MailCategory } from '../../../../platform/contract/mail.ts';
import type { EmailText } from '../../contract.ts';

interface Described {
  description: string;
  /** What stands for it where mails are shown to administrators: it opens an account, or others wrote it. */
  hidden?: string;
}

interface Field extends Described {
  /** It is an address, and may be the whole of an `href`. */
  isLink?: boolean;
}

interface Plain extends Described {
  kind: 'text' | 'link';
  sample: string;
  /** Written by Forecourt itself, never by a person. */
  isOurs?: true;
}

/** Says yes or no: it only makes what stands between `{{#flag}}` and `{{/flag}}` come or go. */
interface Flag extends Described {
  kind: 'flag';
  sample: boolean;
}

/** What stands between `{{#list}}` and `{{/list}}` comes once for each. */
interface List extends Described {
  kind: 'list';
  fields: Record<string, Field>;
  sample: readonly Record<string, string>[];
}

export type Variable = Plain | Flag | List;
export type Variables = Record<string, Variable>;

/** A mail the house sends: what it may name, and what it says until administrators say it otherwise. */
export interface Definition {
  name: string;
  /** When it is sent, in a sentence. */
  description: string;
  category: MailCategory;
  variables: Variables;
  /** Variables without which the mail would be of no use. */
  required: readonly string[];
  words: EmailText;
}

/** A link that administrators do not get to see opens somebody's account. */
export const isSecret = (variable: Variable): boolean =>
  variable.kind === 'link' && variable.hidden !== undefined;

/** What readers must be able to trust: only role admin changes it, and it leads nowhere but to Forecourt. */
export const isSecurity = ({ category, variables }: Pick<Definition, 'category' | 'variables'>) =>
  category === 'security' || Object.values(variables).some(isSecret);

/** Marketing may only be sent to whoever can stop it. */
export const requiredOf = ({ category, required }: Pick<Definition, 'category' | 'required'>) =>
  category === 'marketing' ? [...new Set([...required, 'unsubscribeLink'])] : [...required];

/** Whoever forgot a password must always get their link. */
export const canBeSwitchedOff = (definition: Pick<Definition, 'category' | 'variables'>) =>
  !isSecurity(definition);

/** The paper every mail of the house is written on. */
export const onPaper = (
  content: string,
) => `<div style="max-width: 560px; margin: 0 auto; padding: 24px 16px; font-family: Inter, 'Segoe UI', Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5; color: #1d2430;">
<p style="margin: 0 0 24px; padding-bottom: 12px; border-bottom: 1px solid #d8dde5; font-weight: 600;">Forecourt</p>
${content}
</div>
`;

export const button = (link: string, label: string) =>
  `<p style="margin: 24px 0;"><a href="{{${link}}}" style="display: inline-block; padding: 10px 18px; border-radius: 8px; background-color: #1f5fbf; color: #ffffff; font-weight: 600; text-decoration: none;">${label}</a></p>`;

export const small = (text: string) =>
  `<p style="margin: 24px 0 0; font-size: 13px; color: #5a6472;">${text}</p>`;
