import type { Grants } from '../../../../platform/contract/access.ts';
import type { EmailTemplate, Placeholder, TemplateVersion } from '../../contract.ts';
import { catalog, type TemplateKey } from '../catalog/catalog.ts';
import { canBeSwitchedOff, isSecurity, requiredOf, type Variable } from '../catalog/definition.ts';
import { findUnusable } from '../language/check.ts';
import type { MailDb } from '../tables.ts';
import { type Current, original } from './current.ts';

const shownVersions = 50;

/** Readers trust security emails, and they contain links that give access to accounts. */
export const canEditTemplate = (actor: Pick<Grants, 'role'>, key: TemplateKey): boolean =>
  actor.role === 'admin' || !isSecurity(catalog[key]);

export function describeTemplate(
  { key, content, active, version, ...saved }: Current,
  actor: Pick<Grants, 'role'>,
): EmailTemplate {
  const definition = catalog[key];
  const { name, description, category, variables } = definition;
  return {
    id: key,
    name,
    description,
    category,
    ...content,
    active,
    version,
    variables: Object.keys(variables),
    placeholders: Object.entries(variables).map(([variable, variableDefinition]) =>
      toPlaceholder(variable, variableDefinition),
    ),
    required: requiredOf(definition),
    canBeSwitchedOff: canBeSwitchedOff(definition),
    canEdit: canEditTemplate(actor, key),
    notSent: findUnusable(definition, content),
    savedAt: saved.savedAt?.toISOString() ?? null,
    savedBy: saved.savedBy,
  };
}

function toPlaceholder(name: string, variable: Variable): Placeholder {
  const { kind, description, sample } = variable;
  const fields = kind === 'list' ? Object.entries(variable.fields) : [];
  return {
    name,
    kind,
    description,
    sample: typeof sample === 'string' ? sample : '',
    fields: fields.map(([field, definition]) => ({
      name: field,
      description: definition.description,
    })),
  };
}

/** Newest first; the original text comes last. */
export async function listTemplateVersions(
  db: MailDb,
  key: TemplateKey,
): Promise<TemplateVersion[]> {
  const rows = await db
    .selectFrom('email_template_versions')
    .selectAll()
    .where('template', '=', key)
    .orderBy('version', 'desc')
    .limit(shownVersions)
    .execute();
  const first = original(key);
  return [
    ...rows.map((row) => ({
      version: row.version,
      active: row.active,
      restoredFrom: row.restored_from,
      subject: row.subject,
      htmlTemplate: row.html,
      textTemplate: row.text,
      savedAt: row.saved_at.toISOString(),
      savedBy: row.saved_by_name,
    })),
    {
      version: 0,
      ...first.content,
      active: true,
      restoredFrom: null,
      savedAt: null,
      savedBy: null,
    },
  ];
}
