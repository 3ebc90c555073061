import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

type Schema = z.core.$ZodTypes;

/** Where in a schema fields are let through that it does not declare, as paths. */
function loose(schema: Schema, path: string, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (one: z.core.$ZodType | undefined, step: string) =>
    one ? loose(one as Schema, path + step, seen) : [];
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const isStrict = def.catchall?._zod.def.type === 'never';
      const fields = Object.entries(def.shape).flatMap(([name, field]) => inner(field, `.${name}`));
      return isStrict ? fields : [path, ...fields];
    }
    case 'array':
      return inner(def.element, '[]');
    case 'union':
      return def.options.flatMap((option, nth) => inner(option, `|${nth}`));
    case 'record':
      return inner(def.valueType, '{}');
    case 'tuple':
      return def.items.flatMap((item, nth) => inner(item, `[${nth}]`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(def.innerType, '');
    case 'pipe':
      return [...inner(def.in, ''), ...inner(def.out, '')];
    case 'lazy':
      return inner(def.getter(), '');
    default:
      return [];
  }
}

test('a body refuses what it does not declare, however deep it stands', () => {
  const found = forecourt.platform.routes
    .list()
    .flatMap(({ method, path, body }) =>
      body ? loose(body as unknown as Schema, `${method} ${path} `) : [],
    );
  expect(found).toEqual([]);
});
