import type { RowVerdict } from '#shared/contract/import-batches.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

/** One kind of row in a preview: what it is called, and which rows are of it. */
export type RowKind = {
  name: string
  tone: BadgeTone
  includes: (verdict: RowVerdict) => boolean
}

const of =
  (wanted: RowVerdict['verdict']) =>
  ({ verdict }: RowVerdict) =>
    verdict === wanted

const isTypo = ({ suggestedEmail }: RowVerdict) => suggestedEmail !== null

const erased: RowKind = { name: 'Asked to be erased', tone: 'danger', includes: of('erased') }

/** Of a list of attendees, in the order in which they are shown. */
export const attendeeKinds: RowKind[] = [
  { name: 'New', tone: 'success', includes: of('new') },
  { name: 'Updated', tone: 'neutral', includes: of('updated') },
  { name: 'Already registered', tone: 'neutral', includes: of('registered') },
  { name: 'Repeated', tone: 'neutral', includes: of('duplicate') },
  { name: 'Unknown event', tone: 'danger', includes: of('unknown_event') },
  { name: 'Invalid', tone: 'danger', includes: of('invalid') },
  erased,
  { name: 'Likely typo', tone: 'accent', includes: isTypo },
]

/** Of a list of e-mails for the library. */
export const viewerKinds: RowKind[] = [
  { name: 'New', tone: 'success', includes: of('new') },
  { name: 'Duplicate', tone: 'neutral', includes: of('duplicate') },
  { name: 'Invalid', tone: 'danger', includes: of('invalid') },
  erased,
  { name: 'Likely typo', tone: 'accent', includes: isTypo },
]
