import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2?url'
import { QueryClientProvider, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
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
import { isServedPageShown, ServedPageAgain } from './served-page-again.tsx'
import sheet from './styles.css?inline'

/** The files of fonts.css, of which the chosen pair is fetched early. */
const fontFiles = { serif: [imbue, figtree], sans: [bricolage, instrument] }

/**
 * The whole sheet, which stands in the page itself: nothing is drawn before it is there, and a file of its own
 * would cost another way to the server, beside typefaces and scripts. In the browser it is taken from the
 * page, so that the scripts do not carry it once more.
 */
const pageStyles = import.meta.env.SSR ? sheet : document.getElementById('styles')!.textContent

/** The colours of the look: mixed by the server, and taken from the page likewise. */
const lookStyles = import.meta.env.SSR ? '' : document.getElementById('look')!.textContent

/** How the site looks whose content could not be asked. */
const plainLook: Look = { accent: '#ffb54a', scheme: 'visitor', fonts: 'serif', corners: 'soft' }

/** What the bar of every screen needs, and the public address. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const call = context.get(pageCall)
  // A page that needs no database stands while there is none.
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

/** What of the look stands in the head: colours around the page, typefaces, icons. */
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
      // No drawing: browsers lay it out as a page of its own, twice, while this one comes to life.
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

/** Reading it asks the platform 260 times and more. */
let kept: { year: number; clock: ZoneClock } | undefined

/** Of the years whose events a page is likely to show; other ones the browser looks up itself. */
function readClockOfYears(zone: string): ZoneClock {
  const year = new Date().getUTCFullYear()
  if (kept?.year !== year || kept.clock.zone !== zone) {
    kept = { year, clock: readClock(zone, Date.UTC(year - 3, 0), Date.UTC(year + 2, 0)) }
  }
  return kept.clock
}

/**
 * A document stays on the site's content that it was loaded with: no view mixes two versions. The desk, which has
 * published another one, asks for it.
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
        {/* Before the sheet: on paper that has the last word. */}
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
    // Before any part of the page writes a date.
    learnClock(clock)
    return createQueryClient(dismissFailure)
  })
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
 * How every call is made unless it says otherwise: reads are never stale, never made again by themselves
 * and never retried (Specification, "Calls"), and whatever is asked or sent succeeds or fails at once. Without
 * `always`, a press made offline would wait, and be sent when nobody thinks of it any more. `onSuccess` hears
 * of whatever was sent and went well, before it says anything itself.
 */
function createQueryClient(onSuccess?: () => void): QueryClient {
  const client = new QueryClient({
    // A read was refused: the session is no longer what this page takes it for.
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
