import { type MetaArgs, useLocation, useParams } from 'react-router'
import { QuestionsRoom } from '#app/screens/desk/events/questions/questions-room.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { EventPage } from './event-page.tsx'

/** Outlives the gate, which takes the form away when a session ends. */
const keeper = createDraftKeeper()

const isQuestions = (path: string) => path.endsWith('/questions')

export function meta({ matches, params, location }: MetaArgs) {
  const name = siteOfMatches(matches)?.site.series.name
  const own = params.eventId === 'new' ? 'Create event' : 'Edit event'
  const title = isQuestions(location.pathname) ? 'Questions' : own
  return [
    { title: name === undefined ? title : `${title} | ${name}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/**
 * The event editor, at `/admin/events/new` for a new one, and below its address the board of its questions.
 * Specification, "Events" and "Questions".
 */
export default function AdminEvent() {
  const { eventId } = useParams()
  if (isQuestions(useLocation().pathname)) return <QuestionsRoom eventId={Number(eventId)} />
  return (
    <EventPage
      key={eventId}
      eventId={eventId === 'new' ? undefined : Number(eventId)}
      keeper={keeper}
    />
  )
}
