import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { enterLibrary, newMember, sample } from './support/members.ts'

test.use({ showsRecordings: true })

test('interviews are found by title, guest and description, and sorted by title, with an address that can be shared', async ({
  page,
  request,
}) => {
  await enterLibrary(page, await newMember(request))
  const box = page.getByRole('searchbox', { name: 'Search interviews' })
  const titles = page.getByRole('article').getByRole('heading')
  await box.fill('raman')
  await expect(titles).toHaveText([sample.newest.title])
  await expect(page).toHaveURL('/members?q=raman')
  await expect(page.getByText('1 interview found')).toBeAttached()
  await page.reload()
  await expect(box).toHaveValue('raman')
  await expect(titles).toHaveText([sample.newest.title])
  await box.fill('vaccines')
  // Typed just before leaving, when the browser has no time to search or update the URL.
  const away = page.getByRole('link', { name: 'Upcoming events' }).first()
  await away.evaluate((link: HTMLElement) => {
    link.click()
    const until = performance.now() + 600
    while (performance.now() < until);
  })
  await expect(page).toHaveURL('/#upcoming-events')
  await page.goBack()
  await expect(box).toHaveValue('vaccines')
  await expect(titles).toHaveText([sample.short.title])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(box).toBeFocused()
  await expect(titles).toHaveCount(sample.count)
  await expect(page).toHaveURL('/members')
  await box.fill('no such words')
  await expect(
    page.getByRole('heading', { name: 'Nothing found for “no such words”' }),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Show all interviews' }).click()
  await expect(titles).toHaveCount(sample.count)
  await expect(box).toBeFocused()

  const newest = await titles.allTextContents()
  await page.getByLabel('Sort by').selectOption('Title, A to Z')
  await expect(page).toHaveURL('/members?sort=title')
  await expect(titles).toHaveText(newest.toSorted((a, b) => a.localeCompare(b)))
  await page.reload()
  await expect(titles).toHaveText(newest.toSorted((a, b) => a.localeCompare(b)))
  await page.getByLabel('Sort by').selectOption('Newest first')
  await expect(page).toHaveURL('/members')
  await expect(titles).toHaveText(newest)
})
