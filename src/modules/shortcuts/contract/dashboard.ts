import * as z from 'zod/mini';
import { endpoint, picture } from '../../../platform/contract/endpoint.ts';
import { backgroundRule, isBackgroundAddress } from './links.ts';

export const shortcutSizes = ['small', 'medium', 'large'] as const;

/** The defaults until an administrator configures the dashboard; the background then changes daily. */
export const newDashboard = {
  title: 'Heimdall+ Dashboard',
  subtitle: 'Quick Access Hub',
  gridColumns: 3,
  gridRows: 4,
  shortcutSize: 'medium',
} as const;

/** The built-in backgrounds are numbered from 1. */
export const backgroundCount = 1_000;
export const backgroundPath = (name: string | number) => `/api/heimdall-backgrounds/${name}`;

export const backgroundMaxBytes = 5 * 1024 * 1024;

export const dashboardConfig = z.object({
  /** As entered: an external URL, a path on this server, or blank for none. */
  backgroundUrl: z.string(),
  /** Where a browser loads the image: always a path on this server, or blank. */
  backgroundPath: z.string(),
  title: z.string(),
  subtitle: z.string(),
  gridColumns: z.number(),
  gridRows: z.number(),
  shortcutSize: z.enum(shortcutSizes),
});
export type DashboardConfig = z.output<typeof dashboardConfig>;

export const onlyAdmins = 'Only admin users can set global configurations';

export const getDashboardConfig = endpoint({
  method: 'GET',
  path: '/api/heimdall-config',
  summary: 'Get the configuration of the shortcut dashboard',
  access: 'signedIn',
  reply: dashboardConfig,
});

export const setDashboardConfig = endpoint({
  method: 'POST',
  path: '/api/heimdall-config/global',
  summary: 'Configure the shortcut dashboard for everyone; administrators only',
  // The handler rejects others itself, with its own message.
  access: 'signedIn',
  body: {
    backgroundUrl: z.string().check(
      z.trim(),
      z.maxLength(2_000),
      z.refine((value) => value === '' || isBackgroundAddress(value), { error: backgroundRule }),
    ),
    title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
    subtitle: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    gridColumns: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(6))),
    gridRows: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(10))),
    shortcutSize: z.optional(z.enum(shortcutSizes)),
  },
  reply: dashboardConfig,
});

export const uploadBackground = endpoint({
  method: 'PUT',
  path: '/api/heimdall-config/background',
  summary: 'Upload a background image for the shortcut dashboard; administrators only',
  access: 'signedIn',
  bodyType: 'file',
  maxBytes: backgroundMaxBytes,
  reply: dashboardConfig,
});

export const getBackground = endpoint({
  method: 'GET',
  path: '/api/heimdall-backgrounds/:name',
  summary: 'Get a background image: a built-in one by number, or the custom one',
  access: 'signedIn',
  params: { name: z.string().check(z.regex(/^[\w-]{1,22}$/)) },
  reply: picture,
  replyType: 'picture',
});

/** The focal point of the built-in backgrounds in a wide banner: near the top, so that sun and moon are not cut off. */
export const landscapeFocus = { x: 0.5, y: 0.1 } as const;
/** Built-in backgrounds are numbered; custom ones are named by their hash. */
export const isLandscape = (path: string) => /^\/api\/heimdall-backgrounds\/\d{1,4}$/.test(path);
