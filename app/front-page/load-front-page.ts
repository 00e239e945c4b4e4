import { data, type LoaderFunctionArgs } from 'react-router'
import { siteDataOf } from '#app/page-site.ts'
import { pageCallOf } from '#client/api/page-context.ts'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listUpcomingEvents,
} from '#features/events/contract.ts'
import {
  previewEvent,
  describeEventToSearchEngines,
} from '#features/events/public/event-metadata.ts'
import { getSite } from '#features/site/contract.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'

export type FrontPageData = {
  current: PublicEvent | null
  upcoming: PublicEvent[]
  completed: PublicEvent[]
  all: PublicEvent[]
  /** Structured data of the current event; built on the server, so that browsers need no code for it. */
  structured: object | undefined
}

/**
 * Loads the data of the front page at any of its paths. Throws 404 for an unknown partner path. The same event is the
 * same object in all four lists, so that the serialised data contains it once.
 */
export async function loadFrontPage(args: LoaderFunctionArgs): Promise<FrontPageData> {
  const call = pageCallOf(args)
  const { partnerPaths } = await call(getSite)
  const { partnerPath } = args.params
  if (partnerPath && !partnerPaths.some(({ path }) => path === `/${partnerPath}`)) {
    // eslint-disable-next-line typescript/only-throw-error -- how React Router takes a status
    throw data(null, { status: 404 })
  }
  const [current, upcoming, completed, all] = await Promise.all([
    call(getCurrentEvent),
    call(listUpcomingEvents),
    call(listCompletedEvents),
    call(listEvents),
  ])
  const byId = new Map(all.map((event) => [event.id, event]))
  const one = (event: PublicEvent) => byId.get(event.id) ?? event
  const siteData = await siteDataOf(args)
  const structured =
    current &&
    describeEventToSearchEngines(current, siteData, previewEvent(current, siteData).image.src)
  return {
    structured: structured ?? undefined,
    current: current && one(current),
    upcoming: upcoming.map(one),
    completed: completed.map(one),
    all,
  }
}
