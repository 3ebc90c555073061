type Values = Record<string, unknown>;

export interface PlainRequest {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
}

/** `/api/users/:id` with its values filled in; absent query values are omitted. */
export function pathOf(template: string, { params, query }: PlainRequest): string {
  const path = segmentsOf(template, params).map(encodeURIComponent).join('/');
  return `/${path}${searchOf(query)}`;
}

/** The segments of a path with its parameters filled in: `['api', 'users', '7']`. */
export function segmentsOf(template: string, params: Values = {}): string[] {
  return template
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? String(params[part.slice(1)]) : part));
}

function searchOf(query: Values = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}
