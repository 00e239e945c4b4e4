import {
  redirect,
  useLoaderData,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
} from 'react-router'
import { siteDataOf } from '#app/page-site.ts'
import { formAnswerOf, pageCallOf } from '#client/api/page-context.ts'
import { describePage } from '#client/page/page-meta.ts'
import { ShareSection } from '#client/page/share-row.tsx'
import { SiteFooter } from '#client/page/site-footer.tsx'
import { SiteHeader } from '#client/page/site-header.tsx'
import { siteOfMatches, type SiteData, useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { pictureSizes } from '#client/ui/picture-sizes.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Container } from '#client/ui/section.tsx'
import { getEventPage } from '#features/events/contract.ts'
import { AddToCalendar } from '#features/events/public/add-to-calendar.tsx'
import { EventDateTime, EventSpeaker } from '#features/events/public/event-date-time.tsx'
import {
  previewEvent,
  describeEventToSearchEngines,
  describeEventAsArticle,
} from '#features/events/public/event-metadata.ts'
import { OwnDateTime } from '#features/events/public/own-date-time.tsx'
import { EventMaterials } from '#features/materials/public/event-materials.tsx'
import { ShowNotes } from '#features/materials/public/show-notes.tsx'
import { getPublicTranscript, type PublicTranscriptReply } from '#features/transcripts/contract.ts'
import { PublicTranscript } from '#features/transcripts/public/public-transcript.tsx'
import type { EventPage as ShownEvent } from '#kernel/event-shapes.ts'
import { eventPath, writeWatchAddress } from '#kernel/slug.ts'
import { writeCount } from '#kernel/write-count.ts'
import { EventBar } from './event-bar.tsx'
import { EventSide } from './event-side.tsx'

/** Loads an event by its slug. Redirects (308) from a former slug; throws 404 for an unknown one. */
export async function loader(args: LoaderFunctionArgs) {
  const { slug = '' } = args.params
  const event = await pageCallOf(args)(getEventPage, { slug })
  // eslint-disable-next-line typescript/only-throw-error -- how React Router redirects
  if (event.slug !== slug) throw redirect(eventPath(event.slug), 308)
  const words = await pageCallOf(args)(getPublicTranscript, { id: event.id })
  const structured = structureEventPage(event, words, await siteDataOf(args))
  return { event, words, structured, answer: formAnswerOf(args) }
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const site = siteOfMatches(matches)
  return site && loaderData ? describeEventPage(loaderData.event, site, loaderData.structured) : []
}

/** `/events/{slug}`: an event's page, for every status. */
export default function EventPage() {
  const { event, words, answer } = useLoaderData<typeof loader>()
  const { site, origin } = useSite()
  return (
    <>
      <SiteHeader />
      <main id="main">
        <article
          aria-labelledby="event-title"
          className="pb-12 [--edge:calc(max(0px,(100%-76rem)/2)+var(--spacing-gutter))] sm:pb-section lg:grid lg:grid-cols-[var(--edge)_minmax(0,1fr)_4rem_28rem_var(--edge)] lg:grid-rows-[auto_auto_1fr]"
        >
          {/* On smaller screens, the sticky bar stays at the bottom of the screen only within this `div`. */}
          <div className="lg:contents">
            <EventHeading event={event} />
            <div className={`${mainColumn} pt-12 sm:pt-section`}>
              <h2 className="text-heading">{site.texts.event.aboutTitle}</h2>
              <p className="mt-5 max-w-reading text-lead wrap-anywhere whitespace-pre-line">
                {event.description}
              </p>
              <div className="mt-10 empty:hidden">
                <EventMaterials event={event} />
              </div>
              {event.showNotes !== undefined && (
                <section aria-labelledby="notes-heading" className="mt-10 max-w-reading">
                  <h2 id="notes-heading" className="mb-4 text-heading">
                    Show notes
                  </h2>
                  <ShowNotes html={event.showNotes} />
                </section>
              )}
            </div>
            <EventBar key={event.id} event={event} answer={answer} />
          </div>
          <EventSide key={event.id} event={event} answer={answer} />
          <div className={`${mainColumn} pt-12 empty:hidden`}>
            <PublicTranscript eventId={event.id} words={words} />
          </div>
        </article>
        {/* A cancelled event has no share buttons. */}
        {!event.isCancelled && (
          <ShareSection
            address={`${origin}${eventPath(event.slug)}`}
            text={`${event.title} with ${event.speakerName}`}
          />
        )}
      </main>
      <SiteFooter />
    </>
  )
}

const mainColumn = 'mx-auto w-full min-w-0 max-w-page px-gutter lg:col-start-2 lg:px-0'

/** Returns structured data for search engines. Called in the loader, so that browsers need no code for it. */
function structureEventPage(event: ShownEvent, words: PublicTranscriptReply, siteData: SiteData) {
  const { image } = previewEvent(event, siteData)
  const isToCome =
    event.isLive || (event.status !== 'completed' && (event.eventDate ?? event.eventTime) !== null)
  const describe =
    isToCome || event.isCancelled ? describeEventToSearchEngines : describeEventAsArticle
  return {
    ...describe(event, siteData, image.src),
    ...(words.cues.length > 0 && describeRecording(event.id, siteData)),
  }
}

/**
 * Returns an event's title, link preview and structured data; excludes cancelled events from search results.
 */
function describeEventPage(
  event: ShownEvent,
  siteData: SiteData,
  structured: object,
): MetaDescriptor[] {
  const { origin } = siteData
  const address = `${origin}${eventPath(event.slug)}`
  const facts = {
    ...previewEvent(event, siteData),
    address,
    isHidden: event.isCancelled,
    structured,
  }
  const embeds = [
    { format: 'json', type: 'application/json+oembed' },
    { format: 'xml', type: 'text/xml+oembed' },
  ].map(({ format, type }) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    href: `${origin}/oembed?url=${encodeURIComponent(address)}&format=${format}`,
    title: facts.title,
  }))
  return [...describePage(facts, siteData), ...embeds]
}

/** Returns structured data about access to the recording: free, but only after entering an email. */
function describeRecording(eventId: number, { origin }: SiteData) {
  return {
    isAccessibleForFree: true,
    conditionsOfAccess: 'The recording is free to watch with an email address.',
    potentialAction: {
      '@type': 'WatchAction',
      target: `${origin}${writeWatchAddress(eventId)}`,
      actionAccessibilityRequirement: {
        '@type': 'ActionAccessSpecification',
        category: 'registration',
      },
    },
  }
}

/** The number of seats that are left of an event with a limited number. */
function SeatsLeft({ event: { seatsLeft } }: { event: ShownEvent }) {
  if (seatsLeft === undefined) return null
  return (
    <p className="mt-4 font-semibold figures">
      {seatsLeft === 0
        ? 'All seats are taken. You can join the waiting list.'
        : `${writeCount(seatsLeft, 'seat')} left`}
    </p>
  )
}

/** Speaker, title and date of the event, beside its picture. */
function EventHeading({ event }: { event: ShownEvent }) {
  const isOpen = event.status !== 'completed' && !event.isCancelled
  const isDated = event.eventDate !== null || event.eventTime !== null
  return (
    <header className="on-stage pool border-b border-line lg:col-span-full">
      <Container className="grid items-center gap-x-14 gap-y-8 py-8 sm:py-14 lg:grid-cols-2">
        <div className="min-w-0">
          <EventBadge event={event} />
          <h1 id="event-title" className="mt-4 text-title wrap-anywhere">
            {event.title}
          </h1>
          <p className="mt-4 text-lead wrap-anywhere text-muted">
            <EventSpeaker event={event} />
          </p>
          <EventDateTime event={event} className="mt-5" />
          <OwnDateTime event={event} className="mt-2" />
          {isOpen && !isDated && (
            <p className="mt-5 font-semibold text-glow">The date is not fixed yet.</p>
          )}
          {event.status === 'upcoming' && isOpen && <SeatsLeft event={event} />}
          {isOpen && <AddToCalendar event={event} />}
        </div>
        <div className="overflow-hidden rounded-lg border border-line">
          <Picture
            src={[event.bannerImage, event.featureImage]}
            alt=""
            width={1600}
            height={900}
            sizes={pictureSizes(['(min-width: 64rem)', '36rem'], '92vw')}
            priority
            className="aspect-video w-full"
          />
        </div>
      </Container>
    </header>
  )
}

function EventBadge({ event }: { event: ShownEvent }) {
  const { openBadge } = useSite().site.series
  if (event.isCancelled) return <Badge tone="danger">Cancelled</Badge>
  if (event.isLive) return <Badge tone="accent">Live now</Badge>
  if (event.status === 'upcoming') return openBadge && <Badge tone="accent">{openBadge}</Badge>
  if (event.status === 'pre_registration') return <Badge>Future event</Badge>
  return <Badge>{event.hasRecording ? 'Previous interview' : 'Recording Coming Soon'}</Badge>
}
