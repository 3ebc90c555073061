import type { Access } from '../../../../platform/contract/access.ts';
import type { Schema } from './shape.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Described {
  summary: string;
  'x-access': Access;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface ApiDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Described>>;
}

/** One API operation. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Its group: the first segment of its path. */
  subject: string;
  summary: string;
  access: string;
  parameters: Parameter[];
  body: Content | undefined;
  /** The successful response. */
  status: string;
  reply: Content | undefined;
}

/** All operations, grouped and ordered by path. */
export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) =>
        toOperation(path, method.toUpperCase(), call),
      ),
    )
    .sort((a, b) => a.path.localeCompare(b.path));
}

function toOperation(path: string, method: string, call: Described): Operation {
  const status = Object.keys(call.responses).find((code) => code.startsWith('2')) ?? '';
  return {
    id: `${method} ${path}`,
    method,
    path,
    subject: path.split('/')[2] ?? '',
    summary: call.summary,
    access: accessLabel(call['x-access']),
    parameters: call.parameters,
    body: call.requestBody?.content,
    status,
    reply: call.responses[status]?.content,
  };
}

/** Who may call it. */
function accessLabel(access: Access): string {
  if (access === 'public') return 'Everyone';
  if (access === 'session') return 'Signed-in users, approved or not';
  if (access === 'signedIn') return 'Approved users';
  return Object.entries(access)
    .map(([kind, name]) => `${kind} ${name}`)
    .join(', ');
}

/** Operations with every word in their path, summary or access. */
export function findOperations(all: readonly Operation[], typed: string): Operation[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ id, summary, access }) => {
    const text = `${id} ${summary} ${access}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
