import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

type Schema = z.core.$ZodTypes;

/** The direct parts of a schema, each with its path segment. */
function partsOf(schema: Schema): [Schema, string][] {
  const one = (inner: z.core.$ZodType | undefined, step: string): [Schema, string][] =>
    inner ? [[inner as Schema, step]] : [];
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => one(field, `.${name}`));
    case 'array':
      return one(def.element, '[]');
    case 'union':
      return def.options.flatMap((option, nth) => one(option, `|${nth}`));
    case 'record':
      return one(def.valueType, '{}');
    case 'tuple':
      return def.items.flatMap((item, nth) => one(item, `[${nth}]`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return one(def.innerType, '');
    case 'pipe':
      return [...one(def.in, ''), ...one(def.out, '')];
    case 'lazy':
      return one(def.getter(), '');
    default:
      return [];
  }
}

/** The paths in a schema where `isWrong` is true. */
function find(
  schema: Schema,
  path: string,
  isWrong: (schema: Schema) => boolean,
  seen = new Set<Schema>(),
): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = partsOf(schema).flatMap(([part, step]) => find(part, path + step, isWrong, seen));
  return isWrong(schema) ? [path, ...inner] : inner;
}

const isLoose = ({ _zod: { def } }: Schema) =>
  def.type === 'object' && def.catchall?._zod.def.type !== 'never';

test('bodies reject undeclared fields at any depth', () => {
  const found = forecourt.platform.routes
    .list()
    .flatMap(({ method, path, body }) =>
      body ? find(body as unknown as Schema, `${method} ${path} `, isLoose) : [],
    );
  expect(found).toEqual([]);
});

/** Well-formed dates and instants that PostgreSQL, a calendar or a time zone cannot represent. */
const outOfRange = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '2200-01-01',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-01-01T00:00:00+23:59',
];

test('dates in requests are limited to 1900 to 2199 at any depth', () => {
  const isUnbounded = (schema: Schema) => {
    const { def } = schema._zod;
    const isDate = def.type === 'string' && 'format' in def && /^date/.test(String(def.format));
    return isDate && outOfRange.some((text) => z.safeParse(schema, text).success);
  };
  const found = forecourt.platform.routes
    .list()
    .flatMap(({ method, path, params, query, body }) =>
      [params, query, body].flatMap((part) =>
        part ? find(part as unknown as Schema, `${method} ${path} `, isUnbounded) : [],
      ),
    );
  expect(found).toEqual([]);
});

test('ids in bodies fit into their database column', () => {
  const isUnbounded = (schema: Schema) =>
    schema._zod.def.type === 'number' && z.safeParse(schema, 2 ** 31).success;
  const found = forecourt.platform.routes
    .list()
    .flatMap(({ method, path, body }) =>
      body ? find(body as unknown as Schema, `${method} ${path} `, isUnbounded) : [],
    )
    // Punch ids may be larger; the sender id of a message is only compared.
    .filter((path) => /[a-z]Ids?(\[\])?$/.test(path) && !/(punch|sender)Id$/.test(path));
  expect(found).toEqual([]);
});
