import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Trouble } from '#features/administrators/contract.ts'
import { overdueHours } from '#features/administrators/rules.ts'
import { findMailboxTrouble } from '#features/mails/server/bounce-mailbox.ts'
import { findMailTroubles } from '#features/mails/server/mail-troubles.ts'
import { findSilentWebhooks } from '#features/webhooks/server/webhooks.ts'
import { effectiveStatus, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { Db } from '#platform/db/open.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { events } from '#schema/events.ts'
import { isHeldIn, zoomWebinarMappings } from '#schema/webinars.ts'
import { getBackups } from './settings.ts'

/**
 * `unheard` explains why this node does not receive the database's notifications of changes, and so cannot cache pages.
 * Undefined if it receives them.
 */
type Context = TimeContext & { db: Db; config: LiveSettings; unheard: string | undefined }
type Finder = (context: Context) => Promise<Trouble[]>

/** All problems that the dashboard can show, most urgent first. */
const finders: Finder[] = [
  findFailingMail,
  findMissingMailServer,
  findMissingZoom,
  findFailingSeats,
  findLateCopies,
  findUnreadBounces,
  findOffWebhooks,
  findUnheardChanges,
]

/** Returns the problems of the site that exist now, with instructions for the organisers. */
export async function listTroubles(context: Context): Promise<Trouble[]> {
  const found = await Promise.all(finders.map((find) => find(context)))
  return found.flat()
}

async function findFailingMail({ db, config, now }: Context): Promise<Trouble[]> {
  const troubles = await findMailTroubles(db, { config, now })
  return troubles.map(({ explanation, reason, waiting, failed }) => {
    const counts = [
      ...(waiting > 0 ? [writeCount(waiting, 'email waits', 'emails wait')] : []),
      ...(failed > 0 ? [writeCount(failed, 'email failed', 'emails failed')] : []),
    ]
    return {
      kind: 'mail_failing',
      message: `${explanation} ${counts.join(', ')}.`,
      to: `/admin/email/sent?state=${failed > 0 ? 'failed' : 'waiting'}`,
      way: 'View sent email',
      reason,
    }
  })
}

/** Returns events that people can attend, soonest first: with a date, not over, not cancelled and no samples. */
async function readAwaited({ db, now, timeZone }: Context) {
  const rows = await db
    .select({ event: events, room: zoomWebinarMappings.webinarId })
    .from(events)
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .where(
      and(isNull(events.cancelledAt), eq(events.status, 'upcoming'), eq(events.isSample, false)),
    )
    .orderBy(asc(events.id))
  const startOf = ({ event }: (typeof rows)[number]) => eventStart(event)?.getTime() ?? Infinity
  return rows
    .filter(({ event }) => effectiveStatus(event, now, timeZone) === 'upcoming')
    .toSorted((one, other) => startOf(one) - startOf(other))
}

/** Returns event titles for a sentence: `“Salt”`, or `“Salt” and 2 others`. */
function nameEvents(rows: { event: { title: string } }[]) {
  const [first, ...others] = rows
  const more = others.length > 0 ? ` and ${writeCount(others.length, 'other', 'others')}` : ''
  return `“${first!.event.title}”${more}`
}

async function findMissingMailServer(context: Context): Promise<Trouble[]> {
  if (context.config.smtpUrl) return []
  const awaited = await readAwaited(context)
  if (awaited.length === 0) return []
  return [
    {
      kind: 'mail_not_set',
      message: `No mail server is connected: no confirmations, reminders or join links are sent for ${nameEvents(awaited)}.`,
      to: '/admin/settings#services',
      way: 'View services',
      reason: null,
    },
  ]
}

async function findMissingZoom(context: Context): Promise<Trouble[]> {
  if (context.config.zoom) return []
  const lost = (await readAwaited(context)).filter(
    ({ event, room }) => room !== null && event.roomUrl === null,
  )
  const [first] = lost
  if (!first) return []
  return [
    {
      kind: 'zoom_not_set',
      message: `Zoom is not connected: join links for ${nameEvents(lost)} will not work. Connect Zoom, or add a meeting link.`,
      to: `/admin/events/${first.event.id}#roomUrl`,
      way: 'Add meeting link',
      reason: null,
    },
  ]
}

async function findFailingSeats({ db, config }: Context): Promise<Trouble[]> {
  if (!config.zoom) return []
  const { rows } = await db.execute<{ reason: string; waiting: number; failed: number }>(sql`
    select s.last_error as reason,
      (count(*) filter (where s.state = 'waiting'))::int as waiting,
      (count(*) filter (where s.state = 'failed'))::int as failed
    from webinar_seats s
    join event_registrations r on r.id = s.registration_id
    join events e on e.id = r.event_id
    join zoom_webinar_mappings m on m.event_id = e.id and m.is_active and m.webinar_id = s.webinar_id
    where s.state in ('waiting', 'failed') and s.last_error is not null
      and e.status = 'upcoming' and e.cancelled_at is null
    group by 1 order by count(*) desc`)
  if (rows.length === 0) return []
  const sum = (name: 'waiting' | 'failed') => rows.reduce((total, row) => total + row[name], 0)
  const failed = sum('failed')
  return [
    {
      kind: 'seats_failing',
      message: `${writeCount(sum('waiting') + failed, 'Zoom registration', 'Zoom registrations')} failed.`,
      to: `/admin/people/zoom?state=${failed > 0 ? 'failed' : 'waiting'}`,
      way: 'View Zoom registrations',
      reason: rows[0]!.reason,
    },
  ]
}

async function findLateCopies({ db, config, now }: Context): Promise<Trouble[]> {
  const { isOverdue, last, failure } = await getBackups(db, { ...config, now })
  if (!isOverdue) return []
  return [
    {
      kind: 'copies_late',
      message: last
        ? `The last good backup is older than ${overdueHours} hours.`
        : 'There is no good backup yet.',
      to: '/admin/settings#copies',
      way: 'View backups',
      reason: failure?.reason ?? null,
    },
  ]
}

async function findUnreadBounces({ db, config }: Context): Promise<Trouble[]> {
  const [reason] = await findMailboxTrouble(db, config)
  if (reason === undefined) return []
  return [
    {
      kind: 'bounces_unread',
      message: 'The mailbox for bounced email cannot be read.',
      to: '/admin/settings#services',
      way: 'View services',
      reason,
    },
  ]
}

const whyOff = {
  hand: null,
  gone: 'The receiving program asked for no more calls (status 410).',
  failing: 'Nothing could be delivered to the webhook for three days.',
  lost: 'Its secret can no longer be read. Create a new one.',
}

async function findOffWebhooks({ db }: Context): Promise<Trouble[]> {
  const off = await findSilentWebhooks(db)
  const [first] = off
  if (!first) return []
  const others = off.length > 1 ? ` and ${writeCount(off.length - 1, 'other', 'others')}` : ''
  return [
    {
      kind: 'webhooks_off',
      message: `Webhooks are switched off: ${first.host}${others} no longer ${off.length > 1 ? 'get' : 'gets'} calls.`,
      to: '/admin/settings/webhooks',
      way: 'View webhooks',
      reason: whyOff[first.offFor ?? 'hand'],
    },
  ]
}

function findUnheardChanges({ unheard }: Context): Promise<Trouble[]> {
  if (unheard === undefined) return Promise.resolve([])
  const to = '/admin/settings#services'
  return Promise.resolve([
    { kind: 'changes_unheard', message: unheard, to, way: 'View services', reason: null },
  ])
}
