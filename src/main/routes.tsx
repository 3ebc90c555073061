import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { CurrentUser } from '../modules/access/contract.ts';
import { currentUserKey, RequireAuth, useCurrentUser } from '../modules/access/web/public.ts';
import { type Access, adminPermissions, permits } from '../platform/contract/access.ts';
import { ErrorBoundary } from '../platform/web/frame/ErrorBoundary.tsx';
import { RealtimeProvider } from '../platform/web/realtime/RealtimeProvider.tsx';
import { Button } from '../platform/web/ui/Button.tsx';
import { usePrefetch } from './prefetch.ts';
import { Arriving, Loading } from './Waiting.tsx';

interface Named {
  title: string;
  subtitle?: string;
  /** The last part of the public page that tells of it, while its module is not open. */
  slug?: string;
}
type PageProps = Named & { user: CurrentUser };
type OpenProps = { slug: string; loadNext: () => Promise<unknown> };

/** A part of the application that is fetched when it is first shown. */
function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return { load, Part: lazy(load) };
}
type Part<P extends object> = ReturnType<typeof part<P>>;

const shell = part(() => import('../modules/shell/web/Shell.tsx'));
const denied = part(() => import('../modules/shell/web/AccessDenied.tsx'));
const notFound = part<OpenProps>(() => import('../modules/shell/web/NotFoundPage.tsx'));

const home = part<PageProps>(() => import('../modules/shell/web/home/HomePage.tsx'));
const comingSoon = part<PageProps>(() => import('../modules/public-site/web/ComingSoonPage.tsx'));
const adminTools = part<PageProps>(() => import('../modules/admin/web/AdminToolsPage.tsx'));
const settings = part<PageProps>(() => import('../modules/settings/web/SettingsPage.tsx'));

const auth = part<OpenProps>(() => import('../modules/access/web/sign-in/AuthPage.tsx'));
const resetPassword = part<OpenProps>(
  () => import('../modules/access/web/password/ResetPasswordPage.tsx'),
);
const features = part<OpenProps>(() => import('../modules/public-site/web/FeaturesPage.tsx'));
const feature = part<OpenProps>(() => import('../modules/public-site/web/FeaturePage.tsx'));

/** A page inside the frame, for signed-in people who hold its permission. */
interface Guarded extends Named {
  /** Holding one of several is enough. */
  access: Access | readonly Access[];
  page: Part<PageProps>;
}

const customers: Guarded = {
  title: 'Customer Management',
  subtitle: 'Households, leads and what they drive',
  slug: 'customer-management',
  access: { page: 'customer_management' },
  page: comingSoon,
};
const documents: Guarded = {
  title: 'Document Management',
  subtitle: 'Deal jackets, repair orders and personnel files',
  slug: 'document-management',
  access: { page: 'document_management' },
  page: comingSoon,
};

/** What is in it decides for itself what it shows to whom. */
const adminAccess: readonly Access[] = [
  { page: 'admin_panel' },
  ...adminPermissions.filter((one) => one !== 'platform_integration').map((admin) => ({ admin })),
];

const guarded: Record<string, Guarded> = {
  '/': { title: 'Dashboard Overview', access: { page: 'dashboard' }, page: home },
  '/customers': customers,
  '/customer-management': customers,
  '/documents': documents,
  '/documents-enhanced': documents,
  '/hr': {
    title: 'HR',
    subtitle: 'People, hours and papers',
    slug: 'hr',
    access: { page: 'hr' },
    page: comingSoon,
  },
  '/marketing': {
    title: 'Marketing',
    subtitle: 'Segments, campaigns and what they bring',
    slug: 'marketing',
    access: { page: 'marketing' },
    page: comingSoon,
  },
  '/fleet': {
    title: 'Fleet Operations',
    subtitle: 'Inventory, reconditioning and loaners',
    slug: 'fleet',
    access: { page: 'fleet_operations' },
    page: comingSoon,
  },
  '/reports': {
    title: 'Reports',
    subtitle: 'Figures by store and department',
    slug: 'reports',
    access: { page: 'reports' },
    page: comingSoon,
  },
  '/utilities': {
    title: 'Utilities',
    subtitle: 'Shortcuts, time clock, notes and scanner',
    access: { page: 'utilities' },
    page: comingSoon,
  },
  '/settings': {
    title: 'Settings',
    subtitle: 'Your profile and preferences',
    access: { page: 'settings' },
    page: settings,
  },
  '/profile': {
    title: 'Profile',
    subtitle: 'Your name, picture, password and devices',
    access: 'signedIn',
    page: settings,
  },
  '/admin-tools': {
    title: 'Admin Tools',
    subtitle: 'Comprehensive user management and permissions system',
    access: adminAccess,
    page: adminTools,
  },
  '/admin/system-connectors': {
    title: 'System Connectors',
    subtitle: 'Mail, webhooks, lead intake and feeds',
    slug: 'data-management',
    access: { admin: 'system_connectors' },
    page: comingSoon,
  },
};

/** Pages for everybody; each address of a feature shows the same page about another one. */
const open: Record<string, Part<OpenProps>> = {
  '/auth': auth,
  '/reset-password': resetPassword,
  '/public/features': features,
  '/public/features/customer-management': feature,
  '/public/features/document-management': feature,
  '/public/features/data-management': feature,
  '/public/features/hr': feature,
  '/public/features/hr-payroll': feature,
  '/public/features/marketing': feature,
  '/public/features/fleet': feature,
  '/public/features/fleet-operations': feature,
  '/public/features/reports': feature,
  '/public/features/reports-analytics': feature,
};

/** `/hr/` is `/hr`. */
const plain = (path: string) => path.replace(/(?<=.)\/+$/, '');

/** Fetches what the first screen at this address is made of. */
export async function loadFirstPage(path: string): Promise<void> {
  const entry = guarded[plain(path)];
  if (entry) await Promise.all([shell.load(), entry.page.load()]);
  else await (open[plain(path)] ?? notFound).load();
}

const loadHome = () => loadFirstPage('/');

export function Routes() {
  const path = plain(useLocation()[0]);
  const entry = guarded[path];
  if (entry) {
    return (
      <RequireAuth>
        <SignedIn entry={entry} path={path} />
      </RequireAuth>
    );
  }
  const { Part } = open[path] ?? notFound;
  return (
    <Suspense fallback={<Loading className="min-h-dvh" />}>
      <Part slug={path.split('/').at(-1) ?? ''} loadNext={loadHome} />
    </Suspense>
  );
}

/** The frame stays while pages come and go in it, and the connection stays with it. */
function SignedIn({ entry, path }: { entry: Guarded; path: string }) {
  const user = useCurrentUser();
  const client = useQueryClient();
  usePrefetch(user);
  if (!user) return null;
  const lookAgain = () => void client.invalidateQueries({ queryKey: currentUserKey });
  const { id: userId, username, status } = user;
  return (
    <RealtimeProvider
      identity={permits('signedIn', user) ? { userId, username, status } : null}
      onSignedOut={lookAgain}
      onRefused={lookAgain}
    >
      <Suspense fallback={<Loading className="min-h-dvh" />}>
        <shell.Part user={user}>
          <ErrorBoundary resetKey={path}>
            <Suspense fallback={<Arriving {...entry} />}>
              <Content entry={entry} user={user} lookAgain={lookAgain} />
            </Suspense>
          </ErrorBoundary>
        </shell.Part>
      </Suspense>
    </RealtimeProvider>
  );
}

interface ContentProps {
  entry: Guarded;
  user: CurrentUser;
  lookAgain: () => void;
}

function Content({ entry, user, lookAgain }: ContentProps) {
  const { access, page, ...named } = entry;
  if ([access].flat().some((one) => permits(one, user)))
    return <page.Part user={user} {...named} />;
  if (user.pending) {
    return (
      <denied.Part
        description="Your account waits for approval by an administrator."
        action={<Button onClick={lookAgain}>Check again</Button>}
      />
    );
  }
  return <denied.Part {...(entry === guarded['/'] ? noDashboard : { title: entry.title })} />;
}

const noDashboard = {
  heading: 'Dashboard Access Required',
  description: '',
  advice: 'Please contact your administrator to request dashboard access.',
};
