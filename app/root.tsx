import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2?url'
import { QueryClientProvider, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useNavigation,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { CallError } from '#client/api/call.ts'
import { pageCall, siteOrigin } from '#client/api/page-context.ts'
import { useSite, type RootData } from '#client/page/use-site.ts'
import { useMissingScreens } from '#client/ui/chunk-error.tsx'
import { OneMoment } from '#client/ui/one-moment.tsx'
import { ToastRegion } from '#client/ui/toast-region.tsx'
import { dismissFailure } from '#client/ui/toast-store.ts'
import { listCompletedEvents } from '#features/events/contract.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import { getSite } from '#features/site/contract.ts'
import { iconAddress } from '#features/pictures/rules.ts'
import type { Look } from '#kernel/look.ts'
import { learnClock, readClock, type ZoneClock } from '#kernel/zone-clock.ts'
import imbue from './fonts/imbue-600.woff2?url'
import { themeColours, writeLookStyles } from './look-styles.ts'
import { BackInAMoment, NotFound, SomethingWentWrong } from './not-found/not-found.tsx'
import { isServedPageShown, noteHydration, ServedPageAgain } from './served-page-again.tsx'
import sheet from './styles.css?inline'

/** Files of fonts.css; those of the chosen pair are preloaded. */
const fontFiles = { serif: [imbue, figtree], sans: [bricolage, instrument] }

/**
 * The whole style sheet, inlined: rendering waits for it, and a separate file would cost a round trip and
 * compete with fonts and scripts. In the browser it is read from the document, so that scripts do not contain
 * it again.
 */
const pageStyles = import.meta.env.SSR ? sheet : document.getElementById('styles')!.textContent

/** The look's colours, computed on the server and read from the document in the browser. */
const lookStyles = import.meta.env.SSR ? '' : document.getElementById('look')!.textContent

/** The look if the site's content could not be loaded. */
const plainLook: Look = { accent: '#ffb54a', scheme: 'visitor', fonts: 'serif', corners: 'soft' }

/** Loads what the navigation of every page needs, and the public origin. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const call = context.get(pageCall)
  // A page that needs no database must render while the database is down.
  const hasInterviews = call(listCompletedEvents).then(
    ({ length }) => length > 0,
    () => true,
  )
  const site = await call(getSite)
  return {
    site,
    origin: context.get(siteOrigin),
    hasInterviews: await hasInterviews,
    clock: readClockOfYears(site.display.zone),
    head: describeHead(site),
  }
}

/** Returns the parts of the look in the document's head: theme colours, fonts, icons. */
function describeHead(site: RootData['site']): RootData['head'] {
  const [favicon, icon, touchIcon] = (
    ['favicon.ico', 'icon-192.png', 'apple-touch-icon.png'] as const
  ).map((name) => iconAddress(name, site)) as [string, string, string]
  return {
    themes: themeColours(site.look),
    links: [
      ...fontFiles[site.look.fonts].map((href) => ({
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href,
        crossOrigin: 'anonymous' as const,
      })),
      // The icon is no SVG: browsers would lay an SVG out as a document, twice, during hydration.
      { rel: 'icon', href: favicon, sizes: '32x32' },
      { rel: 'icon', href: icon, type: 'image/png', sizes: '192x192' },
      { rel: 'apple-touch-icon', href: touchIcon },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      ...[
        { type: 'application/atom+xml', href: '/feed.atom', title: 'Events and recordings' },
        { type: 'application/feed+json', href: '/feed.json', title: 'Events and recordings' },
        { type: 'text/calendar', href: '/calendar.ics', title: 'Calendar' },
      ].map((feed) => ({ rel: 'alternate', ...feed })),
    ],
  }
}

/** Cached, because computing it calls Intl over 260 times. */
let cachedClock: { year: number; clock: ZoneClock } | undefined

/** Covers the years of events that a page probably shows; for others the browser uses Intl. */
function readClockOfYears(zone: string): ZoneClock {
  const year = new Date().getUTCFullYear()
  if (cachedClock?.year !== year || cachedClock.clock.zone !== zone) {
    cachedClock = { year, clock: readClock(zone, Date.UTC(year - 3, 0), Date.UTC(year + 2, 0)) }
  }
  return cachedClock.clock
}

/**
 * A document keeps the site's content that it was loaded with, so that no view mixes two versions. The admin
 * area revalidates after publishing.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && currentUrl.pathname.startsWith('/admin')
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const look = data?.site.look ?? plainLook
  return (
    <html lang="en" data-fonts={look.fonts} data-corners={look.corners}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {data?.head.themes.map((theme) => (
          <meta key={theme.content} name="theme-color" {...theme} />
        ))}
        <Meta />
        {/* Before the style sheet, whose print rules must win. */}
        <style id="look">{import.meta.env.SSR ? writeLookStyles(look) : lookStyles}</style>
        <style id="styles">{pageStyles}</style>
        {data?.head.links.map((link) => (
          <link key={link.href} {...link} />
        ))}
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const { clock } = useSite()
  const [queryClient] = useState(() => {
    // Before any component formats a date.
    learnClock(clock)
    return createQueryClient(dismissFailure)
  })
  useEffect(noteHydration, [])
  useMissingScreens()
  const isOnItsWay = useNavigation().state !== 'idle'
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {isOnItsWay && <OneMoment />}
      <ToastRegion />
    </QueryClientProvider>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isRouteErrorResponse(error) && error.status === 503) return <BackInAMoment />
  if (!import.meta.env.SSR && isServedPageShown()) return <ServedPageAgain />
  return <SomethingWentWrong />
}

/**
 * Defaults of all calls: reads are never stale, refetched automatically or retried, and everything succeeds or
 * fails at once. Without `always`, a press while offline would wait and be sent much later. `onSuccess` is
 * called after every successful mutation, before the mutation's own callbacks.
 */
function createQueryClient(onSuccess?: () => void): QueryClient {
  const client = new QueryClient({
    // A refused read means that the session has changed.
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        const isShutOut = error instanceof CallError && error.status === 401
        if (isShutOut && queryKey[0] !== authStatusKey[0]) {
          void client.invalidateQueries({ queryKey: authStatusKey })
        }
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => onSuccess?.(),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
