import { openEditor, openEventList, signIn, visit } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openDialog } from './support/landing.ts'
import { tabTo } from './support/tab-to.ts'

test('an event is created with the keyboard alone', async ({ page, stage }) => {
  await signIn(page, stage)
  await openEventList(page, stage)
  const reach = (
    name: string | RegExp,
    role: 'textbox' | 'button' | 'link' | 'radio' = 'textbox',
  ) => tabTo(page.getByRole(role, { name }))
  await reach('Create event', 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Create event' })).toBeVisible()
  await reach(/^Title/)
  await page.keyboard.type('Keys only')
  await reach('Speaker name')
  await page.keyboard.type('Amara Obi')
  await reach('Speaker title')
  await page.keyboard.type('Founder')
  await reach('Description')
  await page.keyboard.type('No hand left the keyboard.')
  await reach('Tags')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused()
  // The browser's locale decides the order of day and month, and whether there is AM and PM.
  await page.keyboard.type('03032031')
  await reach('Clock time', 'radio')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0630PM')
  await expect(page.getByText(/3 March 2031, (06|18):30 CAT/)).toBeVisible()
  await reach('Pre-registration', 'radio')
  await page.keyboard.press('ArrowDown')
  await reach('Banner image')
  await page.keyboard.type('/images/banners/last-mile.webp')
  await reach('Feature image')
  await page.keyboard.type('/images/features/last-mile.webp')
  await reach('Create event', 'button')
  await page.keyboard.press('Enter')
  await expectToast(page, { title: 'Event Created', text: 'Keys only' })
  await visit(page, stage)
  const answer = await page.request.get(`${stage.url}/api/events/upcoming`)
  expect(await answer.json()).toContainEqual(
    expect.objectContaining({
      title: 'Keys only',
      eventTime: expect.stringMatching(/^2031-03-03T(04|16):30:00/),
    }),
  )
})

test('leaving with unsaved changes is asked about, and staying keeps them', async ({
  page,
  stage,
}) => {
  await signIn(page, stage)
  await openEventList(page, stage)
  await page.getByRole('link', { name: 'Create event' }).click()
  await page.getByLabel('Speaker name').fill('Amara Obi')
  await page.goBack()
  const dialog = await openDialog(page, 'Leave without saving?')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Speaker name')).toHaveValue('Amara Obi')
  await page.goBack()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('region', { name: 'Events', exact: true })).toBeVisible()
  await openEditor(page, stage)
  await expect(page.getByLabel('Speaker name')).toHaveValue('')
})
