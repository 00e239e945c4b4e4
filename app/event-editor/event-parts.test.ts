import { expect, test } from 'vitest'
import { compareDrafts, mergeDrafts } from '#client/admin/compare-drafts.ts'
import { changedFields, emptyDraft, findMistakes } from './event-draft.ts'
import { eventParts } from './event-parts.ts'

const display = { zone: 'Africa/Johannesburg', suffix: 'CAT' }
const parts = eventParts(display)
const before = {
  ...emptyDraft,
  title: 'Harbour lights',
  speakerName: 'Amara Obi',
  eventDate: '2026-12-10',
  start: '18:00',
  end: '19:00',
}
const theirs = { ...before, title: 'Harbour lights at night', start: '19:00', end: '20:00' }
const mine = { ...before, title: 'Harbour light', speakerName: 'Amara Obi-Laurent' }

test("the other administrator's changes are listed beside those of this form", () => {
  expect(compareDrafts({ before, theirs, mine }, parts)).toEqual([
    {
      label: 'Title',
      before: 'Harbour lights',
      theirs: 'Harbour lights at night',
      mine: 'Harbour light',
    },
    {
      label: 'Date and time',
      before: 'Thursday, 10 December 2026, 18:00-19:00 CAT',
      theirs: 'Thursday, 10 December 2026, 19:00-20:00 CAT',
      mine: undefined,
    },
  ])
})

test('merging loses nothing that only one of them changed', () => {
  const kept = mergeDrafts({ before, theirs, mine }, parts, () => true)
  expect(kept).toMatchObject({ title: mine.title, speakerName: mine.speakerName, start: '19:00' })
  const taken = mergeDrafts({ before, theirs, mine }, parts, () => false)
  expect(taken).toMatchObject({ title: theirs.title, speakerName: mine.speakerName, end: '20:00' })
  expect(changedFields(theirs, taken, display.zone)).toEqual({ speakerName: mine.speakerName })
})

test('the same change by both is no conflict', () => {
  const [difference] = compareDrafts({ before, theirs, mine: theirs }, parts)
  expect(difference).toMatchObject({ label: 'Title', mine: undefined })
})

test('mistakes are named at the fields of the form in the words of the contract', () => {
  expect(findMistakes({ ...emptyDraft, priority: '1.5', start: '18:00' }, display.zone)).toEqual({
    speakerName: 'Speaker name is required',
    speakerTitle: 'Speaker title is required',
    description: 'Description is required',
    bannerImage: 'Banner image is required',
    priority: 'Priority must be a whole number',
    eventDate: 'Choose the date',
  })
})
