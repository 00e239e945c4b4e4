import { expect, test } from 'vitest'
import type { SiteData } from '#client/page/use-site.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { calendarLinks } from './calendar-links.ts'

const site = {
  site: { series: { name: 'House Lights' }, display: { zone: 'Africa/Johannesburg', suffix: '' } },
  origin: 'https://lights.example',
} as unknown as SiteData

const event = {
  id: 7,
  slug: 'salt-roads',
  title: 'Salt roads + more',
  description: 'Trucks & borders.',
  eventDate: '2026-12-10',
  eventTime: '2026-12-10T16:00:00.000Z',
  eventEndTime: '2026-12-10T17:00:00.000Z',
} as PublicEvent

const hrefsOf = (fields: Partial<PublicEvent> = {}) =>
  new Map(calendarLinks({ ...event, ...fields }, site).map(({ name, href }) => [name, href]))

test('spaces are written as %20, and a plus sign stays one', () => {
  for (const name of ['Google', 'Outlook', 'Microsoft 365']) {
    const href = hrefsOf().get(name)!
    expect(href).not.toContain('+')
    expect(href).toContain('Salt%20roads%20%2B%20more')
  }
})

test('private and work accounts of Outlook have a link each', () => {
  const hrefs = hrefsOf()
  expect([...hrefs.keys()]).toEqual(['Google', 'Outlook', 'Microsoft 365', 'Calendar file'])
  expect(new URL(hrefs.get('Outlook')!).host).toBe('outlook.live.com')
  expect(new URL(hrefs.get('Microsoft 365')!).host).toBe('outlook.office.com')
})

test('a long description is cut between characters, so that the address has at most 1,800 characters', () => {
  for (const description of ['A conversation. '.repeat(400), '塩の道👩‍🚀'.repeat(500)]) {
    for (const href of hrefsOf({ description, title: '塩'.repeat(120) }).values()) {
      expect(href.length).toBeLessThanOrEqual(1800)
      if (href.startsWith('/')) continue
      const { searchParams } = new URL(href)
      const body = searchParams.get('details') ?? searchParams.get('body')!
      expect(body).toMatch(/(?:[\w. 塩の道]|👩‍🚀)\.\.\.$|^$/u)
      expect(body).not.toContain('�')
    }
  }
  expect(new URL(hrefsOf().get('Google')!).searchParams.get('details')).toBe('Trucks & borders.')
})
