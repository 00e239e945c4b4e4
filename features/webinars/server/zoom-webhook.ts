import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { tidyWebinarId } from '#features/events/rules.ts'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { transcriptDrafts } from '#schema/transcripts.ts'
import { zoomWebinarMappings, heardWebhooks, webinarRecordings } from '#schema/webinars.ts'
import { noteLiveState, notePresence, numberOf } from './live-status.ts'
import { noteWebinarChange } from './webinar-changes.ts'
import { noteWebinarSeatStatus, type WebinarSeatStatus } from './webinar-seat-status.ts'

/** Maximum difference in milliseconds, in either direction, between a webhook's timestamp and the server's clock. */
const windowMs = 5 * 60_000
const signatureHeader = 'x-zm-signature'
const timestampHeader = 'x-zm-request-timestamp'

type Headers = Record<string, string | string[] | undefined>

function hmacOf(secret: string, words: string | Buffer) {
  return createHmac('sha256', secret).update(words).digest('hex')
}

/**
 * Returns signature and timestamp from the headers of a Zoom webhook; undefined if a header is missing or the
 * timestamp is outside of the permitted window.
 */
export function readZoomSignature(headers: Headers, now: Date) {
  const signature = headers[signatureHeader]
  const timestamp = headers[timestampHeader]
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return undefined
  if (typeof timestamp !== 'string' || !/^\d{10}$/.test(timestamp)) return undefined
  const age = now.getTime() - Number(timestamp) * 1000
  return Math.abs(age) <= windowMs ? { signature, timestamp } : undefined
}

/** Returns whether Zoom signed this raw body with the shared secret, at a time within the permitted window. */
export function isSignedByZoom(secret: string, headers: Headers, raw: Buffer, now: Date): boolean {
  const found = readZoomSignature(headers, now)
  if (!found) return false
  const words = Buffer.concat([Buffer.from(`v0:${found.timestamp}:`), raw])
  return timingSafeEqual(Buffer.from(`v0=${hmacOf(secret, words)}`), Buffer.from(found.signature))
}

/** Returns the response to Zoom's request that validates the URL of the webhook. */
export function answerChallenge(secret: string, plainToken: string) {
  return { plainToken, encryptedToken: hmacOf(secret, plainToken) }
}

/** Returns the token of Zoom's request that validates the URL of the webhook; undefined for any other webhook. */
export function readChallenge(body: unknown): string | undefined {
  const { event, payload } = (body ?? {}) as { event?: unknown; payload?: { plainToken?: unknown } }
  if (event !== 'endpoint.url_validation') return undefined
  return typeof payload?.plainToken === 'string' ? payload.plainToken : undefined
}

const someEmail = z.string().transform(cleanEmailAddress)

/** A start time with a UTC offset; absent from some webhooks. */
const someStart = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional()
  .catch(undefined)
const occurrencesOf = z
  .array(z.object({ start_time: someStart }))
  .transform((all) => all.flatMap(({ start_time: start }) => start ?? []))
  .catch([])

const zoomCall = z.object({
  event: z.string(),
  /** Time at which Zoom created the webhook, in milliseconds since 1970. */
  event_ts: z.number().optional().catch(undefined),
  download_token: z.string().optional(),
  payload: z.object({
    old_object: z.object({ start_time: someStart }).optional().catch(undefined),
    object: z.object({
      start_time: someStart,
      occurrences: occurrencesOf.default([]),
      id: z.union([z.string(), z.number()]).transform((id) => tidyWebinarId(String(id))),
      registrant: z
        .object({ id: z.string(), email: someEmail.default(''), join_url: z.string().optional() })
        .optional(),
      participant: z
        .object({
          registrant_id: z.string().nullish(),
          email: someEmail.nullish(),
          user_email: someEmail.nullish(),
          join_time: z.iso.datetime({ offset: true }).optional(),
          leave_time: z.iso.datetime({ offset: true }).optional(),
        })
        .optional(),
      recording_files: z
        .array(z.object({ file_type: z.string().optional(), download_url: z.string().optional() }))
        .optional(),
    }),
  }),
})
type Told = z.output<typeof zoomCall>['payload']['object']
type Hearing = TimeContext & { signature: string; jobs: JobSender }

/**
 * Applies a webhook of Zoom at most once; Zoom repeats it until it is acknowledged. Ignores repeated webhooks, and
 * those of unknown types or about unknown people, without an error, so that they are acknowledged.
 */
export async function handleZoomWebhook(
  db: Db,
  body: unknown,
  { signature, jobs, ...time }: Hearing,
): Promise<void> {
  const { now } = time
  return db.transaction(async (tx) => {
    const heard = await tx
      .insert(heardWebhooks)
      .values({ signature: `zoom ${signature}`, heardAt: now })
      .onConflictDoNothing()
      .returning()
    if (heard.length === 0) return
    const told = zoomCall.safeParse(body)
    if (!told.success) return
    const { event, payload, download_token: token, event_ts: happened } = told.data
    const moment = happened === undefined ? undefined : new Date(happened)
    const at = new Date(Math.min(happened ?? Infinity, now.getTime()))
    const [, what] = /^(?:webinar|meeting)\.(started|ended)$/.exec(event) ?? []
    if (what) {
      return noteLiveState(tx, payload.object.id, { what: what as 'started' | 'ended', at }, time)
    }
    const [, how] = /^(?:webinar|meeting)\.participant_(joined|left)$/.exec(event) ?? []
    const [, change] = /^(?:webinar|meeting)\.(deleted|updated)$/.exec(event) ?? []
    if (change) await noteChange(tx, change as 'deleted' | 'updated', payload, moment ?? now)
    else if (how) await noteParticipant(tx, how as 'joined' | 'left', payload.object, { at, time })
    else if (event === 'recording.transcript_completed') {
      await noteTranscript(tx, payload.object, { token, jobs, now })
    } else if (event === 'recording.completed') await noteRecording(tx, payload.object, now)
    else await noteRegistrant(tx, event, payload.object, { at: moment, jobs, now })
  })
}

async function noteRegistrant(
  tx: Transaction,
  event: string,
  { id: webinarId, registrant }: Told,
  context: Parameters<typeof noteWebinarSeatStatus>[2],
) {
  const [, status] =
    /^(?:webinar|meeting)\.registration_(approved|cancelled|denied)$/.exec(event) ?? []
  if (!status || !registrant) return
  const { id: registrantId, email, join_url: joinUrl } = registrant
  const told = { webinarId, registrantId, email, joinUrl, status: status as WebinarSeatStatus }
  await noteWebinarSeatStatus(tx, told, context)
}

async function noteChange(
  tx: Transaction,
  what: 'deleted' | 'updated',
  { object, old_object: old }: z.output<typeof zoomCall>['payload'],
  at: Date,
) {
  const { id, start_time: start, occurrences } = object
  const told = { what, id, startsAt: start, startedAt: old?.start_time, occurrences }
  await noteWebinarChange(tx, told, at)
}

async function noteParticipant(
  tx: Transaction,
  what: 'joined' | 'left',
  { id, participant }: Told,
  { at: told, time }: { at: Date; time: TimeContext },
) {
  if (!participant) return
  const { registrant_id: registrantId, email, user_email: userEmail } = participant
  const stated = what === 'joined' ? participant.join_time : participant.leave_time
  const at = stated ? new Date(stated) : told
  const who = { registrantId: registrantId ?? '', email: email ?? userEmail ?? '' }
  await notePresence(tx, id, { what, at, ...who }, time)
}

async function findMapped(tx: Transaction, id: string) {
  const [mapped] = await tx
    .select({ eventId: zoomWebinarMappings.eventId })
    .from(zoomWebinarMappings)
    .where(sql`${numberOf(zoomWebinarMappings.webinarId)} = ${id}`)
  return mapped
}

/** Stores a draft transcript and queues its download. Members do not see the draft until the organiser saves it. */
async function noteTranscript(
  tx: Transaction,
  { id, recording_files: files = [] }: Told,
  { token, jobs, now }: Pick<Hearing, 'jobs' | 'now'> & { token: string | undefined },
) {
  const isWords = (type = '') => ['TRANSCRIPT', 'CC'].includes(type.toUpperCase())
  const downloadUrl = files.find((file) => isWords(file.file_type))?.download_url
  const mapped = downloadUrl === undefined ? undefined : await findMapped(tx, id)
  if (!mapped || downloadUrl === undefined) return
  const draft = { downloadUrl, downloadToken: token ?? null, heardAt: now }
  const anew = { ...draft, state: 'waiting' as const, source: null, lastError: null }
  await tx
    .insert(transcriptDrafts)
    .values({ ...mapped, ...anew })
    .onConflictDoUpdate({ target: transcriptDrafts.eventId, set: anew })
  await jobs.send(tx, 'fetch-transcript', [mapped])
}

async function noteRecording(tx: Transaction, { id }: Told, now: Date) {
  const mapped = await findMapped(tx, id)
  if (!mapped) return
  await tx
    .insert(webinarRecordings)
    .values({ ...mapped, recordedAt: now })
    .onConflictDoNothing()
}
