import { expect, onTestFinished, test } from 'vitest'
import { finishedLooks, type FinishedLook } from '#kernel/look.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import { testApp } from '#tests/support/test-app.ts'

async function readPage(look: FinishedLook) {
  const { siteFile, remove } = siteWithLook(look)
  onTestFinished(remove)
  const { send } = await testApp({ pages: builtPages, config: { siteFile } })
  const { body, headers } = await send({ url: '/' })
  const [, style = ''] = /<style id="look">(.*?)<\/style>/s.exec(body) ?? []
  const themes = [...body.matchAll(/<meta name="theme-color"[^>]*>/g)].map(String)
  const fonts = [...body.matchAll(/<link rel="preload" as="font"[^>]*\/assets\/([a-z]+)/g)]
  return { body, headers, style, themes, fonts: fonts.map(([, name]) => name) }
}

test('a document comes in the colours of its look, with its typefaces alone, and each time in the same bytes', async () => {
  const lamplight = await readPage(finishedLooks.lamplight)
  expect(lamplight.style).toMatch(
    /^:root,\.on-stage,\.in-the-dark\{color-scheme:dark;--canvas:#150f17/,
  )
  expect(lamplight.style).toContain(
    '@media (prefers-color-scheme:light){:root{color-scheme:light;--canvas:#f5f2f4',
  )
  expect(lamplight.fonts).toEqual(['imbue', 'figtree'])
  expect(lamplight.themes).toEqual([
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f2f4"/>',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#150f17"/>',
  ])
  expect(lamplight.body).toContain('data-fonts="serif" data-corners="soft"')

  const daylight = await readPage(finishedLooks.daylight)
  expect(daylight.style).toMatch(
    /^:root,\.on-stage\{color-scheme:light;.*\}\.in-the-dark\{color-scheme:dark/,
  )
  expect(daylight.style).not.toContain('@media')
  expect(daylight.fonts).toEqual(['bricolage', 'instrument'])
  expect(daylight.themes).toEqual(['<meta name="theme-color" content="#f1f3f7"/>'])
  expect(daylight.body).toContain('data-fonts="sans" data-corners="square"')

  const again = await readPage(finishedLooks.daylight)
  expect(again.body).toBe(daylight.body)
  expect(again.headers['content-security-policy']).toBe(daylight.headers['content-security-policy'])
}, 60_000)
