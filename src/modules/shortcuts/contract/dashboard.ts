import * as z from 'zod/mini';
import { endpoint, picture } from '../../../platform/contract/endpoint.ts';
import { backgroundRule, isBackgroundAddress } from './links.ts';

export const shortcutSizes = ['small', 'medium', 'large'] as const;

/** What the dashboard is until an administrator decides; its picture is then another one each day. */
export const newDashboard = {
  title: 'Heimdall+ Dashboard',
  subtitle: 'Quick Access Hub',
  gridColumns: 3,
  gridRows: 4,
  shortcutSize: 'medium',
} as const;

/** The pictures that belong to the house, by their numbers. */
export const backgroundCount = 1_000;
export const backgroundPath = (name: string | number) => `/api/heimdall-backgrounds/${name}`;

export const backgroundMaxBytes = 5 * 1024 * 1024;

export const dashboardConfig = z.object({
  /** As it was entered: an address elsewhere, a path of this house, or blank for none. */
  backgroundUrl: z.string(),
  /** Where a browser gets the picture: always a path of this house, or blank. */
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
  summary: 'How the shortcut dashboard looks, for everybody',
  access: 'signedIn',
  reply: dashboardConfig,
});

export const setDashboardConfig = endpoint({
  method: 'POST',
  path: '/api/heimdall-config/global',
  summary: 'Change how the shortcut dashboard looks, for everybody; administrators only',
  // Everybody else is refused in words of their own, further in.
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
  summary: 'Put a picture of your own behind the shortcut dashboard; administrators only',
  access: 'signedIn',
  bodyType: 'file',
  maxBytes: backgroundMaxBytes,
  reply: dashboardConfig,
});

export const getBackground = endpoint({
  method: 'GET',
  path: '/api/heimdall-backgrounds/:name',
  summary:
    'A picture behind the dashboard: one of the house by its number, or the one that was set',
  access: 'signedIn',
  params: { name: z.string().check(z.regex(/^[\w-]{1,22}$/)) },
  reply: picture,
  replyType: 'picture',
});

/** Which part of our own pictures a wide banner shows: near their top, so that sun and moon are whole. */
export const landscapeFocus = { x: 0.5, y: 0.1 } as const;
/** Our own pictures are numbered; what somebody chose has another name. */
export const isLandscape = (path: string) => /^\/api\/heimdall-backgrounds\/\d{1,4}$/.test(path);
