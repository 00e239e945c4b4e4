import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openRegisterDialog,
} from './support/landing.ts'
import { enterLibrary, sample, watchInterview } from './support/members.ts'

test.use({ showsRecordings: true })

test('a person registers, signs in with other letter case, watches, and signs in after kill -9', async ({
  page,
  youtube,
  startOwn,
}) => {
  const greenroom = await startOwn()
  const person = newPerson()
  await page.goto(greenroom.url)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, { title: '🎉 Registration Successful!' })
  await openDialog(page, 'You are registered')

  await enterLibrary(page, person.email.toUpperCase(), `${greenroom.url}/members`)
  await watchInterview(page, sample.newest.title)
  await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at/)

  await page.goto('about:blank')
  await greenroom.kill()
  await greenroom.restart()
  await page.context().clearCookies()
  await enterLibrary(page, person.email, `${greenroom.url}/members`)
  await expect(page.getByRole('article', { name: sample.newest.title })).toBeVisible()
})
