import type { Page } from '@playwright/test'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import { createElsewhere, signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'

/** Returns the typefaces of the files that this site serves, and of the device, that draw an element's text. */
async function readTypefaces(page: Page, selector: string) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('DOM.enable')
  await tools.send('CSS.enable')
  const { root } = await tools.send('DOM.getDocument')
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
  await tools.detach()
  return {
    served: fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName),
    device: fonts.filter(({ isCustomFont }) => !isCustomFont),
  }
}

for (const fonts of ['serif', 'sans'] as const) {
  test(`names with Ł, ș and Ż are set in the site's ${fonts} typefaces, whose further letters only their pages load`, async ({
    page,
    startOwn,
  }) => {
    const { siteFile, remove } = siteWithLook({ fonts })
    const own = await startOwn({ SITE_FILE: siteFile, RATE_LIMITS: 'off' })
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') loaded.push(new URL(request.url()).pathname)
    })
    await openPage(page, `${own.url}/`)
    await page.evaluate(() => document.fonts.ready)
    expect(loaded).toHaveLength(2)
    expect(loaded.filter((path) => path.includes('-ext-'))).toEqual([])

    await signIn(page, own)
    const title = 'Łódź, Iași și Żary: žluťoučký kůň'
    const { id } = await createElsewhere(page, own, { title, speakerName: 'Őrsi Çağlar Ștefan' })
    const answer = await page.request.get(`${own.url}/api/events`)
    const events = (await answer.json()) as { id: number; slug: string }[]
    const { slug } = events.find((event) => event.id === id)!
    await openPage(page, `${own.url}/events/${slug}`)
    await page.evaluate(() => document.fonts.ready)
    expect(loaded.filter((path) => path.includes('-ext-'))).not.toEqual([])
    for (const selector of ['h1', 'h1 + p > span']) {
      const { served, device } = await readTypefaces(page, selector)
      expect(device).toEqual([])
      expect(served.length).toBeGreaterThan(0)
    }
    remove()
  })
}
