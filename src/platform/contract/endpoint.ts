import * as z from 'zod/mini';
import type { Access } from './access.ts';

export type Shape = Record<string, z.core.$ZodType>;
type Nothing = Record<never, never>;
/**
 * Names the person a page was loaded for. The cookie is shared by all tabs: where it has become somebody else's, nothing
 * may be read or written in their name by the page of another.
 */
export const personHeader = 'x-forecourt-person';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type BodyType = 'json' | 'file';
type ReplyType = 'json' | 'picture' | 'file';

/** An image as the server answers it; a browser puts its address into an `img`. */
export const picture = z.object({
  mediaType: z.enum(['image/webp', 'image/svg+xml']),
  bytes: z.instanceof(Uint8Array),
  /** The same for the same bytes. */
  etag: z.string(),
});
export type Picture = z.output<typeof picture>;

/** A stored file as the server answers it, whole or the range the browser asks for. */
export const file = z.object({
  mediaType: z.string(),
  /** What a browser saves it as. */
  name: z.string(),
  /** Shown in the browser; otherwise saved. */
  inline: z.boolean(),
  sizeBytes: z.number(),
  /** The same for the same bytes. */
  etag: z.string(),
  /** The bytes from `start` up to and including `end`. */
  open: z.custom<(range: { start: number; end: number }) => Promise<NodeJS.ReadableStream>>(),
});
export type StoredFile = z.output<typeof file>;

/** A rule over a whole body: answers the sentence to refuse it with, or nothing. */
type Refinement<B extends Shape> = (
  body: z.output<z.ZodMiniObject<B, z.core.$strict>>,
) => string | undefined;

/** Whose rows hold personal data of customers. */
export type ReadKind = 'customers' | 'leads' | 'deals' | 'repair_orders';

interface Declaration<
  A extends Access,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.core.$ZodType,
  T extends BodyType,
> {
  method: Method;
  /** `/api/users/:id`: a colon before each parameter. */
  path: string;
  summary: string;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  refine?: Refinement<B>;
  reply: R;
  /** `file`: the body is the bytes of a file, and the handler reads them from a stream. */
  bodyType?: T;
  /** The most bytes such a body may have. */
  maxBytes?: number;
  /** `picture` and `file`: the answer is one, and not JSON. */
  replyType?: ReplyType;
  /** Status of the answer when all went well; 200 unless told. */
  status?: 200 | 201 | 202;
  /** Pages make this call by themselves: it never asks an administrator for the password again. */
  routine?: true;
  /** The answer holds such rows: how many each person reads is counted, limited and watched. */
  reads?: ReadKind;
}

export interface Endpoint<
  A extends Access = Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends z.core.$ZodType = z.core.$ZodType,
  T extends BodyType = BodyType,
> {
  method: Method;
  path: string;
  summary: string;
  access: A;
  params: z.ZodMiniObject<P, z.core.$strip> | undefined;
  /** Unknown query parameters are ignored. */
  query: z.ZodMiniObject<Q, z.core.$strip> | undefined;
  /** Unknown body fields are refused. */
  body: z.ZodMiniObject<B, z.core.$strict> | undefined;
  refine: Refinement<B> | undefined;
  reply: R;
  bodyType: T;
  maxBytes: number | undefined;
  replyType: ReplyType;
  status: number;
  routine?: true;
  reads: ReadKind | undefined;
}

/**
 * Declares one call of the HTTP interface. The server's route, its validation and access check, the
 * browser's typed call, the OpenAPI document and the authorization matrix all come from this.
 */
export function endpoint<
  const A extends Access,
  R extends z.core.$ZodType,
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  T extends BodyType = 'json',
>(declaration: Declaration<A, P, Q, B, R, T>): Endpoint<A, P, Q, B, R, T> {
  const { params, query, body, refine, replyType = 'json', status = 200 } = declaration;
  const { bodyType = 'json' as T, maxBytes, reads } = declaration;
  return {
    ...declaration,
    params: params && z.object(params),
    query: query && z.object(query),
    body: body && z.strictObject(body),
    refine,
    bodyType,
    maxBytes,
    replyType,
    status,
    reads,
  };
}

/**
 * Whether the call changes what only administrators may change: for it, their password must have been given,
 * or another such change made, within the last hour. Reading and sending files are not, nor what pages do
 * by themselves.
 */
export function changesAsAdministrator(endpoint: AnyEndpoint): boolean {
  const { access, method, bodyType, routine } = endpoint;
  if (method === 'GET' || bodyType === 'file' || routine || typeof access === 'string')
    return false;
  return access.admin !== undefined || access.role === 'admin';
}

// biome-ignore lint/suspicious/noExplicitAny: stands for an endpoint of any shape
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>;

type Input<S> = S extends z.core.$ZodType ? z.input<S> : never;
type Output<S> = S extends z.core.$ZodType ? z.output<S> : never;
type Part<Key extends string, Value> = keyof Value extends never
  ? { [K in Key]?: undefined }
  : Nothing extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** What a caller hands in: the parts that the endpoint declares. */
export type RequestOf<E extends AnyEndpoint> = Part<'params', Input<E['params']>> &
  Part<'query', Input<E['query']>> &
  Part<'body', Input<E['body']>>;

/** What a handler receives, validated. */
export interface ValidOf<E extends AnyEndpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
}

/** The answer as the caller sees it. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>;
/** The answer as the handler gives it; fields the reply does not declare are dropped. */
export type AnswerOf<E extends AnyEndpoint> = z.input<E['reply']>;
