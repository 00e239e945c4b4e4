import { redirect, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { getPublicTranscript } from '#shared/contract/event-words.ts'
import { getEventPage } from '#shared/contract/events.ts'
import { eventPath } from '#shared/slug.ts'
import { formAnswerOf, pageCallOf, siteDataOf } from '#app/api/page-call.ts'
import { SiteFooter } from '#app/components/site-footer.tsx'
import { SiteHeader } from '#app/components/site-header.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { Container } from '#app/ui/section.tsx'
import { describeEventPage, structureEventPage } from './describe-event-page.ts'
import { EventHeading } from './event-heading.tsx'
import { EventShare } from './event-share.tsx'
import { EventSide } from './event-side.tsx'
import { PublicTranscript } from './event-words.tsx'

/** One event by its slug. A slug of the past leads on; throws 404 for an unknown one. */
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

/**
 * `/events/{slug}`: everything that is known of an event, whatever its status. Specification,
 * "Event pages".
 */
export default function Event() {
  const { event, words, answer } = useLoaderData<typeof loader>()
  return (
    <>
      <SiteHeader />
      <main id="main">
        <article aria-labelledby="event-title">
          <EventHeading event={event} />
          <Container className="grid gap-x-16 gap-y-12 py-12 sm:py-section lg:grid-cols-[1fr_28rem] lg:grid-rows-[auto_1fr]">
            <div className="min-w-0">
              <h2 className="text-heading">About this evening</h2>
              <p className="mt-5 max-w-reading text-lead wrap-anywhere whitespace-pre-line">
                {event.description}
              </p>
            </div>
            <EventSide key={event.id} event={event} answer={answer} />
            <PublicTranscript eventId={event.id} words={words} />
          </Container>
        </article>
        <EventShare event={event} />
      </main>
      <SiteFooter />
    </>
  )
}
