import { useEffect, useState } from 'react'
import type { BadgeTone } from '#client/ui/badge.tsx'
import type { RowVerdict } from '#features/imports/contract.ts'
import { rowsInPreview } from '#features/imports/rules.ts'
import { writeCount } from '#kernel/write-count.ts'

/** Maximum number of rows that are previewed. */
const mostChecked = 20_000

export type RowPreview = {
  /** Effect of the import on each row, in row order, as far as the server has responded. */
  verdicts: RowVerdict[]
  /** Number of rows to preview, at most `mostChecked`. */
  total: number
  isFailed: boolean
}

const nothing: RowPreview = { verdicts: [], total: 0, isFailed: false }

/**
 * Marks rows as duplicates if an earlier call of the preview contained their email. The server compares only the rows
 * within a call.
 */
function placeVerdicts(
  part: { email: string }[],
  verdicts: RowVerdict[],
  { first, seen }: { first: number; seen: Set<string> },
): RowVerdict[] {
  const keys: string[] = []
  const placed = verdicts.map((verdict): RowVerdict => {
    const row = verdict.row + first
    const email = part[verdict.row - 1]?.email.trim().toLowerCase() ?? ''
    if (verdict.problem !== null) return { ...verdict, row }
    const key = `${verdict.event?.id ?? ''} ${email}`
    keys.push(key)
    return { ...verdict, row, verdict: seen.has(key) ? 'duplicate' : verdict.verdict }
  })
  for (const key of keys) seen.add(key)
  return placed
}

/**
 * Asks the server what the import would do with each row, in several calls, and again whenever `rows` change; null asks
 * nothing. Pass the same function `check` on every render, because a new one starts the calls again.
 */
export function useRowPreview<Row extends { email: string }>(
  rows: Row[] | null,
  check: (part: Row[], signal: AbortSignal) => Promise<{ rows: RowVerdict[] }>,
): RowPreview {
  const [preview, setPreview] = useState(nothing)
  const [judged, setJudged] = useState({ rows, check })
  if (judged.rows !== rows || judged.check !== check) {
    setJudged({ rows, check })
    setPreview({ ...nothing, total: Math.min(rows?.length ?? 0, mostChecked) })
  }

  useEffect(() => {
    if (!rows) return undefined
    const stop = new AbortController()
    void (async () => {
      const seen = new Set<string>()
      for (let first = 0; first < Math.min(rows.length, mostChecked); first += rowsInPreview) {
        const part = rows.slice(first, first + rowsInPreview)
        const answer = await check(part, stop.signal)
        if (stop.signal.aborted) return
        const placed = placeVerdicts(part, answer.rows, { first, seen })
        setPreview((earlier) => ({ ...earlier, verdicts: [...earlier.verdicts, ...placed] }))
      }
    })().catch(() => {
      if (!stop.signal.aborted) setPreview((earlier) => ({ ...earlier, isFailed: true }))
    })
    return () => stop.abort()
  }, [rows, check])

  return preview
}

/** Returns the events that the import takes over their number of seats, with their numbers after it. */
export function findOverCapacity(verdicts: RowVerdict[]) {
  const limited = new Map<number, Seats & { id: number; title: string }>()
  for (const { event, verdict } of verdicts) {
    if (!event?.seats?.isTaken || verdict === 'duplicate') continue
    const { id, title, seats } = event
    const before = limited.get(id) ?? seats
    const confirmed = before.confirmed + 1
    const offered = before.offered - (seats.isOffered ? 1 : 0)
    limited.set(id, { id, title, capacity: seats.capacity, confirmed, offered })
  }
  return [...limited.values()].filter(
    ({ capacity, confirmed, offered }) => confirmed + offered > capacity,
  )
}

type Seats = { capacity: number; confirmed: number; offered: number }

/** Returns, for example, `3 confirmed registrations and 1 reserved seat for 3 seats`. */
export function describeSeats({ capacity, confirmed, offered }: Seats): string {
  const reserved = offered > 0 ? ` and ${writeCount(offered, 'reserved seat')}` : ''
  return `${writeCount(confirmed, 'confirmed registration')}${reserved} for ${writeCount(capacity, 'seat')}`
}

export type RowKind = { name: string; tone: BadgeTone; includes: (verdict: RowVerdict) => boolean }

const hasVerdict =
  (wanted: RowVerdict['verdict']) =>
  ({ verdict }: RowVerdict) =>
    verdict === wanted

const isUpdated = ({ verdict, differences }: RowVerdict) =>
  verdict === 'updated' ||
  (verdict === 'registered' && differences.some(({ isReplaced }) => isReplaced))
const isUnchanged = (verdict: RowVerdict) =>
  hasVerdict('registered')(verdict) && !isUpdated(verdict)
const isTypo = ({ suggestedEmail }: RowVerdict) => suggestedEmail !== null

const erased: RowKind = {
  name: 'Asked to be erased',
  tone: 'danger',
  includes: hasVerdict('erased'),
}

export const attendeeKinds: RowKind[] = [
  { name: 'New', tone: 'success', includes: hasVerdict('new') },
  { name: 'Updated', tone: 'neutral', includes: isUpdated },
  { name: 'Unchanged', tone: 'neutral', includes: isUnchanged },
  { name: 'Repeated', tone: 'neutral', includes: hasVerdict('duplicate') },
  { name: 'Unknown event', tone: 'danger', includes: hasVerdict('unknown_event') },
  { name: 'Invalid', tone: 'danger', includes: hasVerdict('invalid') },
  erased,
  { name: 'Likely typo', tone: 'accent', includes: isTypo },
]

export const viewerKinds: RowKind[] = [
  { name: 'New', tone: 'success', includes: hasVerdict('new') },
  { name: 'Duplicate', tone: 'neutral', includes: hasVerdict('duplicate') },
  { name: 'Invalid', tone: 'danger', includes: hasVerdict('invalid') },
  erased,
  { name: 'Likely typo', tone: 'accent', includes: isTypo },
]
