import { expect, test } from './support/journey.ts'
import { newPerson, openPage } from './support/landing.ts'
import { showSeries, startSite, upcoming } from './support/series.ts'

test('a series names its library and collection, and leaves out the badge of open events and the claim', async ({
  page,
}) => {
  const site = await startSite((content) => {
    const { series, hero, texts } = content as Record<string, Record<string, object>>
    Object.assign(series!, { openBadge: '' })
    Object.assign(hero!, { claim: '', claimText: '' })
    const library = { title: 'The Night Archive', collectionTitle: 'Every conversation' }
    Object.assign(texts!, { library: { ...texts!['library'], ...library } })
  })
  try {
    await showSeries(site, [upcoming('Open')])
    await openPage(page, site.url)
    await expect(page.getByRole('article', { name: 'Open' })).toBeVisible()
    await expect(page.getByText('Seats Limited')).toHaveCount(0)
    await expect(page.getByText('3,000+')).toHaveCount(0)
    await expect(page.getByText('have taken a seat so far')).toHaveCount(0)
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Open' })).toBeVisible()
    await expect(page.getByText('Seats Limited')).toHaveCount(0)

    const [{ id }] = await (await page.request.get(`${site.url}/api/events/upcoming`)).json()
    const person = newPerson()
    const data = { ...person, eventIds: [id] }
    await page.request.post(`${site.url}/api/register-multi-event`, { data })
    await openPage(page, `${site.url}/members`)
    await expect(page).toHaveTitle('The Night Archive | House Lights')
    await expect(page.getByRole('heading', { name: 'The Night Archive' })).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Access Videos' }).click()
    await expect(page.getByText('Welcome to The Night Archive.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'The Night Archive' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Every conversation' })).toBeVisible()
  } finally {
    await site.close()
  }
})
