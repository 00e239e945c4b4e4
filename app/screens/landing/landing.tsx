import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listUpcomingEvents,
} from '#shared/contract/events.ts'
import { getSite } from '#shared/contract/site.ts'
import { pageCall } from '#app/page-context.ts'

/** Landing and registration page. Specification 2. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const call = context.get(pageCall)
  const { partnerPaths } = await call(getSite)
  const { partnerPath } = params
  if (partnerPath && !partnerPaths.some(({ path }) => path === `/${partnerPath}`)) {
    throw data(null, { status: 404 })
  }
  const [current, upcoming, completed, all] = await Promise.all([
    call(getCurrentEvent),
    call(listUpcomingEvents),
    call(listCompletedEvents),
    call(listEvents),
  ])
  return { current, upcoming, completed, all }
}

export default function Landing() {
  const { upcoming } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Landing</h1>
      {upcoming.map((event) => (
        <p key={event.id}>{event.title}</p>
      ))}
    </main>
  )
}
