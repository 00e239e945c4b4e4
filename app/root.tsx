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
  useLocation,
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
import { listQuotes } from '#features/feedback/contract.ts'
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

/** URLs of the fonts in fonts.css by pair; the pair of the site's look is preloaded. */
const fontFiles = { serif: [imbue, figtree], sans: [bricolage, instrument] }

/**
 * The whole style sheet, inlined in the document: rendering waits for it, and a separate file would cost a round trip
 * and compete with fonts and scripts. Browsers read it from the document, so that scripts need not contain it.
 */
const pageStyles = import.meta.env.SSR ? sheet : document.getElementById('styles')!.textContent

/** The look that is used if the site's content could not be loaded. */
const plainLook: Look = { accent: '#ffb54a', scheme: 'visitor', fonts: 'serif', corners: 'soft' }

/** Loads the data that every page needs: site content, public origin, clock and document head. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const call = context.get(pageCall)
  // If the database is down, assume that there are completed interviews, because the page must render nevertheless.
  const hasInterviews = call(listCompletedEvents).then(
    ({ length }) => length > 0,
    () => true,
  )
  const content = await call(getSite)
  // Quotes from answers after events are shown with the testimonials, but without a job title.
  const quotes = await call(listQuotes).catch(() => [])
  const shown = quotes.map(({ quote, name }) => ({ quote, name: name || 'Attendee', title: '' }))
  const site = { ...content, testimonials: [...content.testimonials, ...shown] }
  return {
    site,
    origin: context.get(siteOrigin),
    hasInterviews: await hasInterviews,
    clock: readClockOfYears(site.display.zone),
    head: describeHead(site),
  }
}

/** Returns the site's own parts of the document's head: theme colours, fonts, icons and feeds. */
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
      // The icon is not an SVG, because browsers would lay an SVG out as a document, twice, during hydration.
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

/** Cached, because computing a time zone's offsets calls Intl over 260 times. */
let cachedClock: { year: number; clock: ZoneClock } | undefined

/**
 * Returns the time zone's UTC offsets for the years of the events that pages usually show; for other years, the browser
 * uses Intl.
 */
function readClockOfYears(zone: string): ZoneClock {
  const year = new Date().getUTCFullYear()
  if (cachedClock?.year !== year || cachedClock.clock.zone !== zone) {
    cachedClock = { year, clock: readClock(zone, Date.UTC(year - 3, 0), Date.UTC(year + 2, 0)) }
  }
  return cachedClock.clock
}

/**
 * Pages outside of the admin area keep the site's content that was loaded with the document, so that no view mixes
 * two versions. The admin area reloads it after publishing.
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
        {/* The style sheet must come after these colours, because its print rules override them. The server computes
            the colours; the browser reads them from the document. */}
        <style id="look">
          {import.meta.env.SSR
            ? writeLookStyles(look)
            : document.getElementById('look')!.textContent}
        </style>
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
  const {
    clock,
    site: { isCounted },
  } = useSite()
  const { pathname } = useLocation()
  const [queryClient] = useState(() => {
    // Store the time zone's UTC offsets before the first component formats a date.
    learnClock(clock)
    return createQueryClient()
  })
  useEffect(() => {
    noteHydration()
    if (!isCounted) return
    import('#features/sources/public/seen.ts').then(
      (seen) => seen.note(pathname),
      () => {},
    )
  }, [pathname, isCounted])
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
 * Defaults of all queries and mutations: data is never stale, refetched automatically or retried. With `networkMode:
 * 'always'`, a mutation fails at once while offline instead of being sent much later. Every successful mutation dismisses
 * the message of a failed one, before its own callbacks run.
 */
function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // A query that is refused with 401 means that the session has ended or changed.
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        const isShutOut = error instanceof CallError && error.status === 401
        if (isShutOut && queryKey[0] !== authStatusKey[0]) {
          void client.invalidateQueries({ queryKey: authStatusKey })
        }
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => dismissFailure(),
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
