import { useId } from 'react'
import {
  Form,
  Link,
  useLoaderData,
  useNavigate,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import { pageCallOf } from '#client/api/page-context.ts'
import { describePage, seriesPicture } from '#client/page/page-meta.ts'
import { SiteFooter } from '#client/page/site-footer.tsx'
import { SiteHeader } from '#client/page/site-header.tsx'
import { siteOfMatches } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { fieldBox } from '#client/ui/field.tsx'
import { Container } from '#client/ui/section.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { listEvents } from '#features/events/contract.ts'
import { EventDateTime, EventSpeaker, titleLink } from '#features/events/public/event-date-time.tsx'
import { filteredPath, TagLinks } from '#features/events/public/tag-links.tsx'
import { getSite } from '#features/site/contract.ts'
import { eventPath } from '#kernel/slug.ts'
import { chooseEvents, type Month, type ShownEvent } from './choose-events.ts'

/** Loads the events that the query parameters `tag` and `search` select. */
export async function loader(args: LoaderFunctionArgs) {
  const call = pageCallOf(args)
  const { searchParams } = new URL(args.request.url)
  const asked = {
    tag: (searchParams.get('tag') ?? '').trim().slice(0, 100),
    search: (searchParams.get('search') ?? '').trim().slice(0, 200),
  }
  const [events, { display }] = await Promise.all([call(listEvents), call(getSite)])
  // The filter needs all events' tags, but not their long texts.
  const tagged = events.map(({ tags }) => ({ tags }))
  return { ...asked, tagged, ...chooseEvents(events, asked, display.zone) }
}

export function meta({ matches }: MetaArgs<typeof loader>) {
  const siteData = siteOfMatches(matches)
  if (!siteData) return []
  const { series } = siteData.site
  return describePage(
    {
      title: `All events | ${series.name}`,
      description: `All upcoming and past events of ${series.name}, month by month.`,
      address: `${siteData.origin}/events`,
      image: seriesPicture(siteData),
    },
    siteData,
  )
}

/** `/events`: all upcoming and past events by month, with filters by tag and by words. */
export default function EventsPage() {
  const { tag, search, tagged, upcoming, past } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const isFiltered = tag !== '' || search !== ''
  const isEmpty = upcoming.length === 0 && past.length === 0
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Container className="py-12 sm:py-section">
          <h1 className="text-title">All events</h1>
          <search className="mt-8 grid gap-6">
            {/* A new React key resets the search field when the visitor chooses another tag or clears the search. */}
            <Form
              key={`${tag} ${search}`}
              action="/events"
              className="flex flex-wrap items-end gap-3"
            >
              <label className="w-full max-w-md font-semibold">
                Search events
                <input
                  name="search"
                  type="search"
                  defaultValue={search}
                  maxLength={200}
                  autoComplete="off"
                  className={`${fieldBox} h-12 font-normal`}
                />
              </label>
              {tag !== '' && <input type="hidden" name="tag" value={tag} />}
              <Button type="submit" variant="secondary" className="min-h-12">
                Search
              </Button>
            </Form>
            <TagLinks
              events={tagged}
              chosen={tag}
              search={search}
              onChoose={(other) => void navigate(filteredPath(other, search))}
            />
          </search>
          {isFiltered && !isEmpty && (
            <p className="mt-6">
              <Link to="/events" className={textLinkStyle}>
                Show all events
              </Link>
            </p>
          )}
          {isEmpty && (
            <p className="mt-10 text-lead text-muted">
              {isFiltered ? (
                <>
                  No events found.{' '}
                  <Link to="/events" className={textLinkStyle}>
                    Show all events
                  </Link>
                </>
              ) : (
                'No events yet.'
              )}
            </p>
          )}
          <Events title="Upcoming" months={upcoming} />
          <Events title="Past" months={past} />
        </Container>
      </main>
      <SiteFooter />
    </>
  )
}

function Events({ title, months }: { title: string; months: Month[] }) {
  const id = useId()
  if (months.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-12 sm:mt-16">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {months.map(({ name, events }) => (
        <div
          key={name}
          className="mt-6 grid gap-x-10 gap-y-3 border-t border-line pt-6 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <h3 className="text-subheading figures">{name}</h3>
          <ul className="grid gap-8">
            {events.map((event) => (
              <EventItem key={event.id} event={event} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function EventItem({ event }: { event: ShownEvent }) {
  return (
    <li className="min-w-0">
      <h4 className="text-lead font-semibold wrap-anywhere">
        <Link to={eventPath(event.slug)} className={titleLink}>
          {event.title}
        </Link>
      </h4>
      <p className="mt-1 text-small wrap-anywhere text-muted">
        <EventSpeaker event={event} />
      </p>
      <EventDateTime event={event} className="mt-3" />
      <p className="mt-3 flex flex-wrap gap-2 *:wrap-anywhere *:whitespace-normal empty:hidden">
        {event.isLive && <Badge tone="accent">Live now</Badge>}
        {event.hasRecording && event.status === 'completed' && <Badge>Recording</Badge>}
        {event.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
    </li>
  )
}
