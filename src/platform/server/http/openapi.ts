import * as z from 'zod/mini';
import type { Access } from '../../contract/access.ts';
import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { errorStatus } from '../../contract/errors.ts';

const errorSchema = {
  type: 'object',
  required: ['error', 'code', 'requestId'],
  properties: {
    error: { type: 'string', description: 'A message for the user' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of the declared endpoints. */
export function describeApi(endpoints: readonly AnyEndpoint[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Forecourt', version },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'forecourt' } },
    },
  };
}

function describe(endpoint: AnyEndpoint): object {
  const error = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  return {
    summary: endpoint.summary,
    'x-access': endpoint.access as Access,
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(endpoint.body, 'input') },
    }),
    ...(endpoint.bodyType === 'file' && {
      requestBody: { required: true, content: fileOf(endpoint.maxBytes) },
    }),
    responses: {
      [endpoint.status]: { description: 'Done', content: content(endpoint) },
      ...(endpoint.replyType === 'file' && {
        '206': { description: 'The requested range', content: anyFile },
        '304': { description: 'The cached file is still valid' },
        '416': { description: 'The file does not have this range' },
      }),
      '4XX': error,
    },
  };
}

function content({ reply, replyType }: AnyEndpoint) {
  if (replyType === 'json') return json(reply, 'output');
  return replyType === 'file' ? anyFile : { 'image/*': { schema: binary } };
}

const binary = { type: 'string', format: 'binary' };
const anyFile = { '*/*': { schema: binary } };
const fileOf = (maxLength: number | undefined) => ({ '*/*': { schema: { ...binary, maxLength } } });

function json(schema: z.core.$ZodType, io: 'input' | 'output') {
  return { 'application/json': { schema: toSchema(schema, io) } };
}

function parameters(schema: z.core.$ZodType | undefined, location: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
