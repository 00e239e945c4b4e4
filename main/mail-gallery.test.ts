import { expect, test } from 'vitest'
import { loadSite } from '#features/site/server/load-site.ts'
import { mailKinds as names } from '#kernel/mail-kinds.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { listGalleryMails, renderGallery } from './mail-gallery.ts'

test('the gallery shows every kind of mail, in every state in which it reads differently', async () => {
  const mails = listGalleryMails(await loadSite(loadConfig({}).siteFile))
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(names))
  const statesOf = (wanted: string) =>
    mails.filter(({ kind }) => kind === wanted).map(({ state }) => state)
  expect(statesOf('registration_confirmed')).toEqual([
    '',
    'no room yet',
    'a day without an hour',
    'without a date',
  ])
  expect(statesOf('moved')).toEqual(['', 'no room yet', 'pre-registered'])
  expect(statesOf('reminder_1h')).toEqual(['', 'no room yet'])
  expect(statesOf('crew_moved')).toEqual(['host', 'guest', 'producer'])
  expect(statesOf('pre_registration_noted')).toEqual(['pre-registered'])
  expect(mails.find(({ kind }) => kind === 'cancelled')?.mail.calendar?.method).toBe('CANCEL')
})

test('nothing in the gallery leads to anybody', async () => {
  const mails = listGalleryMails(await loadSite(loadConfig({}).siteFile))
  for (const { html } of mails) {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^https:\/\/series\.example\//)
  }
  const page = renderGallery(mails)
  expect(page.match(/<iframe sandbox/g)).toHaveLength(mails.length * 2)
})
