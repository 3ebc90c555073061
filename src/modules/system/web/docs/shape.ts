/** The subset of JSON Schema that the server's declarations use. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  format?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}

const indent = '  ';
// The limits of a 53-bit integer are not a chosen limit.
const isChosen = (bound: number) => Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** A schema in a short readable notation: names, types and limits, one per line. */
export function shapeOf(schema: Schema, depth = 0): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map((one) => shapeOf(one, depth)).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => shapeOf(one, depth)).join(' & ');
  if (schema.prefixItems) {
    return `[${schema.prefixItems.map((one) => shapeOf(one, depth)).join(', ')}]`;
  }
  if (schema.items) return listOf(schema.items, depth) + limits(schema);
  if (schema.properties) return objectOf(schema, schema.properties, depth);
  if (typeof schema.additionalProperties === 'object') {
    return `{ [name]: ${shapeOf(schema.additionalProperties, depth)} }`;
  }
  return [schema.type ?? 'anything'].flat().join(' | ') + limits(schema);
}

function listOf(items: Schema, depth: number): string {
  const shape = shapeOf(items, depth);
  return / [|&] /.test(shape.split('\n', 1)[0] ?? '') ? `(${shape})[]` : `${shape}[]`;
}

function objectOf({ required = [] }: Schema, properties: Record<string, Schema>, depth: number) {
  const names = Object.keys(properties);
  if (names.length === 0) return '{}';
  const inner = indent.repeat(depth + 1);
  const lines = names.map((name) => {
    const property = properties[name] ?? {};
    const mark = required.includes(name) ? '' : '?';
    const usual = property.default === undefined ? '' : ` = ${JSON.stringify(property.default)}`;
    return `${inner}${name}${mark}: ${shapeOf(property, depth + 1)}${usual}`;
  });
  return `{\n${lines.join('\n')}\n${indent.repeat(depth)}}`;
}

function limits(schema: Schema): string {
  const low = schema.minLength ?? schema.minItems ?? schema.minimum;
  const high = schema.maxLength ?? schema.maxItems ?? schema.maximum;
  const from = low !== undefined && isChosen(low) ? low : undefined;
  const to = high !== undefined && isChosen(high) ? high : undefined;
  const range = from === undefined && to === undefined ? '' : `${from ?? ''}…${to ?? ''}`;
  const limitTexts = [schema.format, range].filter(Boolean).join(' ');
  return limitTexts && ` (${limitTexts})`;
}
