import { AppError } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Letter } from '../../../../platform/server/mail/outbox.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findMailTemplate } from '../../../mail/server/public.ts';
import type { View } from '../../contract/views.ts';
import { canRead, scopeOf } from '../policy.ts';
import { describe } from '../query/describe.ts';
import type { GetReport } from '../query/getReport.ts';
import { valuesOf } from './letter.ts';

export type Sent = Pick<View, 'id' | 'name' | 'report' | 'question'>;
type Template = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

/** Null when administrators have turned the template off and nothing is to be sent. */
export const findTemplate = (db: Platform['db']) => findMailTemplate(db, 'report');

interface MailOptions {
  template: Template;
  view: Sent;
  actor: Actor;
  now: Date;
  reason: string;
}

/** The email of a view in its reader’s current scope; null when they may no longer read it. */
export async function composeView(
  platform: Platform,
  getReport: GetReport,
  { template, view, actor, now, reason }: MailOptions,
): Promise<Omit<Letter, 'to'> | null> {
  if (!canRead(actor)) return null;
  const scope = scopeOf(actor);
  const description = (await describe(platform.db, scope)).find(({ id }) => id === view.report);
  if (!description) return null;
  try {
    const report = await getReport(platform, scope, view.report, view.question, { now });
    const publicUrl = platform.publicUrl();
    const { firstName } = actor;
    return template.render(valuesOf({ view, description, report, firstName, reason, publicUrl }));
  } catch (error) {
    // The reader lacks access to the store or the grouping of the view.
    if (error instanceof AppError) return null;
    throw error;
  }
}
