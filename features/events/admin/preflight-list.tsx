import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { EventCheck, EventCheckCode } from '#features/events/contract.ts'
import { eventPartPath } from './event-places.ts'

/** Instructions for each problem; empty if its message contains them. */
const advice: Record<EventCheckCode, string> = {
  not_published: 'Press Publish once it is ready, or choose the moment.',
  end_before_start: 'Correct the start or the end.',
  past_but_upcoming: 'Give it a new date and a clock time, or mark it as completed.',
  completed_but_ahead: 'Press Open registration if it is still to come.',
  unrecognised_recording: "Paste the recording's watch or share link, or untick Recording ready.",
  missing_banner: 'Upload one. Until then visitors see the feature image or a drawn picture.',
  hidden_by_priority: 'Give it a lower priority number than one of the two that are shown.',
  same_anchor: 'Choose another title, unless that is meant: both links work.',
  no_room: 'Enter the address of its room, or the ID of its webinar.',
  picture_missing: 'Upload the picture again or correct its address.',
  date_not_confirmed: 'Tick Date confirmed once it is certain.',
  no_time: 'Enter start and end as clock times.',
  zoom_not_set_up: 'docs/webinars.md says how to set it up; or enter the address of a room.',
  webinar_deleted: 'Enter the ID of another webinar, or the address of a room.',
  webinar_moved: 'Correct the start here or in Zoom.',
  webinar_mail: '',
  transcript_waiting: '',
  no_transcript: '',
  webinar_recorded: '',
}

const looks = {
  problem: { icon: CircleAlert, color: 'text-danger', name: 'Problem' },
  warning: { icon: TriangleAlert, color: 'text-glow', name: 'Warning' },
  note: { icon: Info, color: 'text-muted', name: 'Note' },
} as const

/** Returns `2 problems, 1 note`; 'no problems found' without any. */
export function summariseChecks(checks: EventCheck[]): string {
  const parts = (['problem', 'warning', 'note'] as const).flatMap((severity) => {
    const count = checks.filter((check) => check.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
  })
  return parts.join(', ') || 'no problems found'
}

/** Lists the problems of an event, with instructions and links. */
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
