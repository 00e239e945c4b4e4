import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useNavigation,
  type LoaderFunctionArgs,
} from 'react-router'
import { listCompletedEvents } from '#shared/contract/events.ts'
import { getSite } from '#shared/contract/site.ts'
import { learnClock, readClock, type ZoneClock } from '#shared/zone-clock.ts'
import { BackInAMoment } from '#app/screens/not-found/back-in-a-moment.tsx'
import { NotFound } from '#app/screens/not-found/not-found.tsx'
import { SomethingWentWrong } from '#app/screens/not-found/something-went-wrong.tsx'
import { fontPreloads } from '#app/ui/font-preloads.ts'
import { Heard } from '#app/ui/heard.tsx'
import { ToastRegion } from '#app/ui/toast-region.tsx'
import { dismissFailure } from '#app/ui/toast-store.ts'
import { useMissingScreens } from '#app/ui/use-lost-screens.ts'
import { useSite, type RootData } from './components/use-site.ts'
import { createQueryClient } from './api/create-query-client.ts'
import { pageCall, siteOrigin } from './api/page-context.ts'
import { pageStyles } from './page-styles.ts'

export function links() {
  const fonts = fontPreloads.map((href) => ({
    rel: 'preload' as const,
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  }))
  return [
    ...fonts,
    // No drawing: browsers lay it out as a page of its own, twice, while this one comes to life.
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    { rel: 'icon', href: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ]
}

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

/** The site's content changes with a restart only. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f2f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#150f17" />
        <Meta />
        <style id="styles">{pageStyles}</style>
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
      {isOnItsWay && <Heard />}
      <ToastRegion />
    </QueryClientProvider>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isRouteErrorResponse(error) && error.status === 503) return <BackInAMoment />
  return <SomethingWentWrong />
}
