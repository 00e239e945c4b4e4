import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { textAt, valueAt, withValue, type Mistakes, type SiteDraft } from './site-draft.ts'
import { nameOfSpec, siteGroups } from './site-groups.ts'
import type { ListSpec, PictureSpec, SiteSpec } from './site-specs.ts'

const specs: SiteSpec[] = siteGroups.flatMap((group) => group.specs)

/** Returns the paths of the fields for a picture's width and height, which are next to the field for its URL. */
export function sizesOf(path: string) {
  const parent = path.replace(/[^.]+$/, '')
  return { width: `${parent}width`, height: `${parent}height` }
}

function isSameValue(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function textPart(path: string, label: string): DraftPart<SiteDraft> {
  return {
    label,
    show: (draft) => textAt(draft, path) || 'empty',
    isSame: (one, other) => textAt(one, path) === textAt(other, path),
    take: (from, into) => withValue(into, path, textAt(from, path)),
  }
}

function picturePart({ path, label }: PictureSpec): DraftPart<SiteDraft> {
  const { width, height } = sizesOf(path)
  const part = textPart(path, label)
  return {
    ...part,
    take: (from, into) =>
      [width, height].reduce(
        (taken, size) => withValue(taken, size, valueAt(from, size)),
        part.take(from, into),
      ),
  }
}

function valuePart(
  path: string,
  label: string,
  show: (value: unknown) => string,
): DraftPart<SiteDraft> {
  return {
    label,
    show: (draft) => show(valueAt(draft, path)),
    isSame: (one, other) => isSameValue(valueAt(one, path), valueAt(other, path)),
    take: (from, into) => withValue(into, path, valueAt(from, path)),
  }
}

function entriesOf(draft: SiteDraft, { path }: ListSpec) {
  return (valueAt(draft, path) ?? []) as SiteDraft[]
}

function showEntry({ fields }: ListSpec, entry: unknown) {
  const shown = fields.map(({ path }) => textAt(entry as SiteDraft, path))
  return shown.filter(Boolean).join(', ') || 'empty'
}

function showEntries(list: ListSpec, entries: unknown) {
  const lines = (entries as SiteDraft[]).map((entry, at) => `${at + 1}. ${showEntry(list, entry)}`)
  return lines.join('\n') || 'none'
}

/**
 * Returns the units in which the drafts of two administrators are compared for one list of the content, such as the
 * testimonials. If both drafts have the same number of entries, each entry is a unit; otherwise the whole list is.
 */
function listParts(list: ListSpec, drafts: SiteDraft[]): DraftPart<SiteDraft>[] {
  const lengths = new Set(drafts.map((draft) => entriesOf(draft, list).length))
  if (lengths.size > 1) {
    return [valuePart(list.path, list.label, (entries) => showEntries(list, entries))]
  }
  return entriesOf(drafts[0]!, list).map((_, at) =>
    valuePart(`${list.path}.${at}`, `${list.label}, number ${at + 1}`, (entry) =>
      showEntry(list, entry),
    ),
  )
}

/**
 * The mail texts are part of the site's draft, but are edited on another page. On a conflict they are merged as a
 * whole.
 */
const mailsPart = valuePart('mails', 'Email wording', () => 'as drafted under Email › Wording')

/** Returns the units in which drafts of the site's content are compared and merged: fields, pictures, list entries. */
export function siteParts(drafts: SiteDraft[]): DraftPart<SiteDraft>[] {
  const parts = specs.flatMap((spec) => {
    if (spec.kind === 'list') return listParts(spec, drafts)
    if (spec.kind === 'picture') return [picturePart(spec)]
    if (spec.kind !== 'look') return [textPart(spec.path, nameOfSpec(spec))]
    const choices = spec.choices.map(({ path, label }) => valuePart(path, label, String))
    return [...choices, ...spec.logos.map(picturePart)]
  })
  return [...parts, mailsPart]
}

/** Returns the names of the fields in which two drafts differ. For a list, returns the name of the list only. */
export function namesOfDifferences(one: SiteDraft, other: SiteDraft): string[] {
  const names = specs
    .filter((spec) => {
      if (spec.kind === 'list' || spec.kind === 'look') {
        return !isSameValue(valueAt(one, spec.path), valueAt(other, spec.path))
      }
      return textAt(one, spec.path) !== textAt(other, spec.path)
    })
    .map(nameOfSpec)
  return mailsPart.isSame(one, other) ? names : [...names, mailsPart.label]
}

function isPlace(path: string) {
  return specs.some((spec) => {
    if (spec.kind === 'look') return path === spec.path || path.startsWith(`${spec.path}.`)
    if (spec.kind !== 'list') return spec.path === path
    const [list, at, ...field] = path.split('.')
    const isOfEntry = spec.fields.some((own) => own.path === field.join('.'))
    return list === spec.path && (at === undefined || isOfEntry)
  })
}

/**
 * Returns the path of the field beside which to show an error. An error in the width or height of a picture, which have
 * no field, is shown beside its URL.
 */
function placeOf(path: string): string | undefined {
  const parent = path.replace(/\.(width|height)$/, '')
  if (parent === path) return isPlace(path) ? path : undefined
  return [`${parent}.src`, `${parent}.logo`].find((address) => isPlace(address))
}

const sizeUnknown = 'No picture was found at this path. Upload a picture.'

/**
 * Assigns each error to the field beside which to show it. Errors without such a field are returned as `others`; the
 * form shows them beside the save button.
 */
export function placeMistakes(mistakes: Mistakes) {
  const placed: Mistakes = {}
  const others: string[] = []
  for (const [path, message] of Object.entries(mistakes)) {
    const place = placeOf(path)
    if (place) placed[place] ??= place === path ? message : sizeUnknown
    else others.push(`${path}: ${message}`)
  }
  return { placed, others }
}

/** Returns the number of errors in a group of fields. */
export function countMistakes(mistakes: Mistakes, group: SiteSpec[]): number {
  return Object.keys(mistakes).filter((place) =>
    group.some(({ path }) => place === path || place.startsWith(`${path}.`)),
  ).length
}
