import { createElsewhere, openEditor, signIn, visit } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

test('an organiser tags an event, and visitors filter interviews on the front page and all events on their page', async ({
  page,
  stage,
}) => {
  await signIn(page, stage)
  const past = { status: 'completed', eventDate: '2026-03-12', tags: ['Food'] }
  await createElsewhere(page, stage, { ...past, title: 'Salt and time' })
  const { id } = await createElsewhere(page, stage, { ...past, title: 'Glass', tags: [] })

  await test.step('the organiser tags the other event in the form', async () => {
    const form = await openEditor(page, stage, id)
    await form.getByLabel('Tags').fill('Craft, food')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, { title: 'Event Saved' })
    // In the spelling of the other event.
    await expect(form.getByLabel('Tags')).toHaveValue('Craft, Food')
    await page.goto(`${stage.url}/admin/events`)
    await page.getByLabel('Tag', { exact: true }).selectOption('Craft')
    const titles = page.getByRole('main').getByRole('article').getByRole('heading')
    await expect(titles).toHaveText(['Glass'])
  })

  await test.step('a visitor filters the previous interviews in place', async () => {
    await visit(page, stage)
    const interviews = page.getByRole('region', { name: 'Previous Interviews' })
    const titles = interviews.getByRole('article').getByRole('heading')
    const all = await titles.count()
    const tags = interviews.getByRole('navigation', { name: 'Filter by tag' })
    await tags.getByRole('link', { name: 'Craft' }).click()
    await expect(titles).toHaveText(['Glass'])
    await expect(tags.getByRole('link', { name: 'Craft' })).toHaveAttribute('aria-current', 'true')
    await tags.getByRole('link', { name: 'All tags' }).click()
    await expect(titles).toHaveCount(all)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('a visitor finds events by tag and words on the page of all events', async () => {
    await page.getByRole('link', { name: 'All events' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'All events' })).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    const titles = page.getByRole('main').getByRole('heading', { level: 4 })
    const all = await titles.count()
    await page.getByRole('link', { name: 'Food', exact: true }).click()
    await expect(titles).toHaveCount(2)
    await page.getByLabel('Search events').fill('glass')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(titles).toHaveText(['Glass'])
    expect(new URL(page.url()).search).toBe('?search=glass&tag=Food')
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
    await page.getByRole('link', { name: 'Show all events' }).click()
    await expect(titles).toHaveCount(all)
    await titles.filter({ hasText: 'Glass' }).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Glass' })).toBeVisible()
  })
})
