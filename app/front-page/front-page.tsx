import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  useLoaderData,
  useNavigate,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
} from 'react-router'
import { describePage, seriesPicture } from '#client/page/page-meta.ts'
import { SiteFooter } from '#client/page/site-footer.tsx'
import { SiteHeader } from '#client/page/site-header.tsx'
import { siteOfMatches, type SiteData, useSite } from '#client/page/use-site.ts'
import { ShareSection } from '#client/page/share-row.tsx'
import { previewEvent } from '#features/events/public/event-metadata.ts'
import {
  allEvents,
  completedEvents,
  currentEvent,
  upcomingEvents,
} from '#features/events/public/event-queries.ts'
import { useMayEnter } from '#features/sign-in/public/session.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { mostShown } from '#kernel/front-page.ts'
import { writeWatchAddress } from '#kernel/slug.ts'
import { EventPartners, EventSupporters } from './event-partners.tsx'
import { type FrontPageDialog, FrontPageDialogs } from './front-page-dialogs.tsx'
import { FutureEvents } from './future-events.tsx'
import { Hero } from './hero.tsx'
import { type FrontPageData, loadFrontPage } from './load-front-page.ts'
import { useAutomaticLogin, useHashScroll, useOpenOnce, useRegisterToWatch } from './on-arrival.ts'
import { PreviousInterviews } from './previous-interviews.tsx'
import { Testimonials } from './testimonials.tsx'
import { UpcomingEvents } from './upcoming-events.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadFrontPage(args)
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const site = siteOfMatches(matches)
  return site ? describeFrontPage(loaderData?.current ?? null, site, loaderData?.structured) : []
}

/** The front page, at `/` and at all landing and partner paths. */
export default function FrontPage() {
  const { site, origin } = useSite()
  const events = useFrontPageEvents(useLoaderData<typeof loader>())
  const { current, upcoming, completed, future } = events
  const [dialog, setDialog] = useState<FrontPageDialog | null>(null)
  const mayEnter = useMayEnter()
  const navigate = useNavigate()

  useHashScroll(events.hasCompleted)
  const automaticLogin = useAutomaticLogin({ mayRedirect: dialog === null })
  useOpenOnce(() => current && setDialog({ kind: 'register', event: current }))

  useRegisterToWatch((eventId) => {
    const event = completed.find(({ id }) => id === eventId) ?? null
    setDialog({ kind: 'watch', event, mode: 'register' })
  })

  function watch(event: PublicEvent) {
    if (mayEnter()) void navigate(writeWatchAddress(event.id))
    else setDialog({ kind: 'watch', event })
  }

  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero next={upcoming[0]} onOpen={setDialog} />
        <UpcomingEvents events={upcoming} onOpen={setDialog} />
        <Testimonials />
        <EventPartners />
        <PreviousInterviews events={completed} onWatch={watch} />
        <EventSupporters />
        <FutureEvents events={future} onOpen={setDialog} />
        <ShareSection address={`${origin}/`} text={site.share.text} />
      </main>
      <SiteFooter />
      {automaticLogin}
      <FrontPageDialogs
        dialog={dialog}
        current={current}
        onOpen={setDialog}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

/** Returns the loader's events, and the refetched ones after queries were invalidated. */
function useFrontPageEvents(loaded: FrontPageData) {
  const { data: current } = useQuery({ ...currentEvent, initialData: loaded.current })
  const { data: upcoming } = useQuery({ ...upcomingEvents, initialData: loaded.upcoming })
  const { data: completed, isSuccess } = useQuery({
    ...completedEvents,
    initialData: loaded.completed,
  })
  const { data: all } = useQuery({ ...allEvents, initialData: loaded.all })
  return {
    current,
    completed,
    hasCompleted: isSuccess,
    upcoming: byPriority(upcoming.filter(({ status }) => status === 'upcoming')).slice(
      0,
      mostShown,
    ),
    future: byPriority(all.filter(({ status }) => status === 'pre_registration')).slice(
      0,
      mostShown,
    ),
  }
}

/** Sorts stably: events of the same priority keep the server's order. */
function byPriority<Event extends Pick<PublicEvent, 'priority'>>(events: Event[]) {
  return [...events].sort((a, b) => a.priority - b.priority)
}

/** Returns title, social metadata, canonical URL and structured data of the front page. */
function describeFrontPage(
  current: PublicEvent | null,
  siteData: SiteData,
  structured?: object,
): MetaDescriptor[] {
  const { site, origin } = siteData
  const address = `${origin}/`
  if (!current) {
    const { title, description } = site.share
    return describePage({ title, description, address, image: seriesPicture(siteData) }, siteData)
  }
  const preview = previewEvent(current, siteData)
  return describePage({ ...preview, address, structured }, siteData)
}
