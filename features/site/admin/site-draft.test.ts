import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareDrafts, mergeDrafts } from '#client/admin/compare-drafts.ts'
import { siteSchema, type Site } from '#kernel/site.ts'
import {
  contentOf,
  draftOf,
  findMistakes,
  isSameContent,
  ruleOf,
  withValue,
  type SiteDraft,
} from './site-draft.ts'
import { siteGroups } from './site-groups.ts'
import { namesOfDifferences, placeMistakes, siteParts } from './site-parts.ts'

const site: Site = siteSchema.parse(
  JSON.parse(readFileSync(new URL('../../../content/site.json', import.meta.url), 'utf8')),
)
const draft = draftOf(site)

/** Returns the paths of all texts in a draft; for lists, the list's path and the field's name. */
function pathsOf(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return [path.join('.')]
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((entry) => pathsOf(entry, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))
}

test('every text of the content has its field, and every field is one of the content', () => {
  const fields = siteGroups.flatMap(({ specs }) =>
    specs.flatMap((spec) =>
      spec.kind === 'list' ? spec.fields.map(({ path }) => `${spec.path}.${path}`) : [spec.path],
    ),
  )
  // The content omits `consent` while the forms show the notice, and `wholeSeries` while it is not offered.
  const complete = draftOf({
    ...site,
    series: { ...site.series, consent: 'box', wholeSeries: 'offered' },
  })
  // The look and the mail texts have screens of their own.
  const texts = pathsOf(complete).filter(
    (path) => path !== '_note' && !/^(look|mails)\./.test(path),
  )
  expect(fields.filter((path) => path !== 'look').toSorted()).toEqual(texts.toSorted())
})

test('limits, and what may be left out, are those of the content', () => {
  expect(ruleOf('series.name')).toEqual({ limit: 60, isRequired: true })
  expect(ruleOf('testimonials.3.quote')).toEqual({ limit: 400, isRequired: true })
  expect(ruleOf('pages.privacy')).toEqual({ limit: 40_000, isRequired: false })
  expect(ruleOf('hero.narrowImage.src').isRequired).toBe(false)
  expect(ruleOf('texts.front.register')).toEqual({ limit: 30, isRequired: false })
})

test('the content survives its form, and what is emptied there is left out', () => {
  expect(siteSchema.parse(contentOf(draft))).toEqual(site)
  expect(isSameContent(draft, draftOf(siteSchema.parse(contentOf(draft))))).toBe(true)
  const emptied = ['footer.text', 'hero.narrowImage.src'].reduce(
    (changed, path) => withValue(changed, path, ' '),
    draft,
  )
  const content = contentOf(emptied) as Partial<Site>
  expect(content.footer).toBeUndefined()
  expect(content.hero).not.toHaveProperty('narrowImage')
  expect(findMistakes(emptied)).toEqual({})
})

test('each error appears at its field, the size of a picture at its address', () => {
  const wrong = withValue(withValue(draft, 'series.name', ''), 'hero.image.width', 0)
  const { placed, others } = placeMistakes({ ...findMistakes(wrong), 'sample.x': 'Not known' })
  expect(placed).toEqual({
    'series.name': 'The series name must not be empty',
    'hero.image.src': 'No picture was found at this path. Upload a picture.',
  })
  expect(others).toEqual(['sample.x: Not known'])
})

test('merging two drafts keeps fields and entries that only one changed', () => {
  const before = draft
  const theirs = withValue(
    withValue(before, 'series.name', 'Theirs'),
    'testimonials.0.name',
    'Ines Carvalho',
  )
  const mine = withValue(
    withValue(before, 'series.name', 'Mine'),
    'testimonials.1.name',
    'Noor Haddad',
  )
  const parts = siteParts([before, theirs, mine])
  const found = compareDrafts({ before, theirs, mine }, parts)
  expect(found.map(({ label, mine: own }) => [label, own])).toEqual([
    ['Series name', 'Mine'],
    ['Testimonials, number 1', undefined],
  ])
  const merged = mergeDrafts({ before, theirs, mine }, parts, () => true)
  expect(merged.series.name).toBe('Mine')
  expect(merged.testimonials.map((entry: SiteDraft) => entry.name).slice(0, 2)).toEqual([
    'Ines Carvalho',
    'Noor Haddad',
  ])
  expect(namesOfDifferences(before, merged)).toEqual(['Series name', 'Testimonials'])
})

test('a list that one of them made longer is one thing, shown line by line', () => {
  const before = draft
  const longer = [...before.testimonials, { quote: 'Short.', name: 'Noor', title: 'Listener' }]
  const theirs = withValue(before, 'testimonials', longer)
  const mine = withValue(before, 'testimonials.0.name', 'Ines Carvalho')
  const parts = siteParts([before, theirs, mine])
  const [found] = compareDrafts({ before, theirs, mine }, parts)
  expect(found?.label).toBe('Testimonials')
  expect(found?.theirs).toContain('7. Short., Noor, Listener')
  expect(found?.mine).toContain('Ines Carvalho')
  expect(mergeDrafts({ before, theirs, mine }, parts, () => false).testimonials).toHaveLength(7)
})
