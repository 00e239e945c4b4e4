import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { EventCheck, EventCheckCode } from '#features/events/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { eventPartPath } from './event-places.ts'

/** Instruction for each problem of an event; empty if the problem's message contains the instruction. */
const advice: Record<EventCheckCode, string> = {
  not_published: 'Publish the event when it is ready.',
  end_before_start: 'Change the start or the end.',
  past_but_upcoming: 'Set a new date and start time, or mark the event as completed.',
  completed_but_ahead: 'To reopen registration, choose “Open registration”.',
  unrecognised_recording: 'Paste another link, or clear “Release the recording to members”.',
  missing_banner: 'Upload a picture.',
  hidden_by_priority: 'To show this event there, lower its priority number.',
  same_anchor: 'The pages of both events work.',
  no_room: 'Enter a meeting link or a webinar ID.',
  picture_missing: 'Upload the picture again.',
  date_not_confirmed: 'Tick “Date confirmed” when the date is final.',
  no_time: 'Enter the time of day, such as 18:30.',
  zoom_not_set_up: 'Connect Zoom under Settings, or enter a meeting link.',
  webinar_deleted: 'Enter another webinar ID or a meeting link.',
  webinar_moved: 'Change the start here or in Zoom.',
  webinar_mail: '',
  transcript_waiting: '',
  no_transcript: '',
  webinar_recorded: '',
}

const looks = {
  problem: { icon: CircleAlert, color: 'text-danger', name: 'Problem' },
  warning: { icon: TriangleAlert, color: 'text-warning', name: 'Warning' },
  note: { icon: Info, color: 'text-muted', name: 'Note' },
} as const

/** Counts problems by severity, such as `2 problems, 1 note`; 'No problems found' for an empty list. */
export function summariseChecks(checks: EventCheck[]): string {
  const parts = (['problem', 'warning', 'note'] as const).flatMap((severity) => {
    const count = checks.filter((check) => check.severity === severity).length
    return count === 0 ? [] : [writeCount(count, severity)]
  })
  return parts.join(', ') || 'No problems found'
}

/** Lists an event's problems with instructions and links to the fields that fix them. */
export function PreflightList({ eventId, checks }: { eventId: number; checks: EventCheck[] }) {
  if (checks.length === 0) {
    return (
      <p className="flex items-center gap-2 text-small text-success">
        <CircleCheck aria-hidden size={17} className="shrink-0" />
        No problems found
      </p>
    )
  }
  return (
    <ul className="grid gap-2.5">
      {checks.map((check) => (
        <CheckLine key={check.code} eventId={eventId} check={check} />
      ))}
    </ul>
  )
}

function CheckLine({ eventId, check }: { eventId: number; check: EventCheck }) {
  const { icon: Icon, color, name } = looks[check.severity]
  const way = check.severity === 'note' ? 'View' : 'Fix'
  return (
    <li className="flex items-start gap-2 text-small">
      <Icon aria-hidden size={17} className={`mt-[0.19em] shrink-0 ${color}`} />
      <span className="min-w-0">
        <span className={`font-semibold ${color}`}>{name}: </span>
        <span className="wrap-anywhere">{check.message}</span> {advice[check.code]}{' '}
        {check.field && (
          <Link
            to={eventPartPath(eventId, check.field)}
            aria-label={`${way}: ${check.message}`}
            className={`inline-flex min-h-6 items-center ${textLinkStyle}`}
          >
            {way}
          </Link>
        )}
      </span>
    </li>
  )
}
