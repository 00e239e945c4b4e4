import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import {
  download,
  dropFile,
  readCounts,
  readVerdicts,
  uniqueWord,
} from './support/admin-imports.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openPage } from './support/landing.ts'
import { returnToTab } from './support/return-to-tab.ts'

/** Measures a list's height in pixels with all lines rendered, and with invisible lines skipped. */
function measureDrawnAndUndrawn(list: Locator) {
  return list.evaluate((original) => {
    function measure(visibility: string) {
      const copy = original.cloneNode(true) as HTMLElement
      original.before(copy)
      for (const line of copy.querySelectorAll('li')) {
        if (getComputedStyle(line).contentVisibility === 'auto') {
          line.style.contentVisibility = visibility
        }
      }
      const { height } = copy.getBoundingClientRect()
      copy.remove()
      return height
    }
    return [measure('visible'), measure('hidden')] as const
  })
}

test('the video-access import asks for an administrator first; emails are found in any text, counted live, previewed, imported and corrected, and outlive the end of the session', async ({
  page,
  greenroom,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/401/)
  const word = uniqueWord()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/bulk-import')
  await expect(page.getByRole('heading', { name: 'Admin Login Required' })).toBeVisible()
  await expectNoAxeViolations(page)
  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password')
  await username.press('Enter')
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(username).toBeFocused()
  await expectNoAxeViolations(page)
  await username.fill(greenroom.adminUsername)
  await password.fill('not the password')
  await password.press('Enter')
  await expectToast(page, {
    title: 'Login Failed',
    text: 'Invalid admin credentials. Please try again.',
    variant: 'destructive',
  })
  const gate = await holdCalls(page, '**/api/admin/login')
  await password.fill(greenroom.adminPassword)
  await password.press('Enter')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  gate.letGo()
  await expectToast(page, {
    title: 'Login Successful',
    text: 'You now have admin access to the bulk import system',
  })
  await expect(page.getByRole('heading', { name: 'Bulk Video Access Import' })).toBeVisible()

  for (const line of [
    'Grants video access to previous recordings',
    'Does NOT register for upcoming events',
    'Sends no email notifications',
    'Skips duplicates',
  ]) {
    await expect(page.getByText(line)).toBeVisible()
  }
  const field = page.getByLabel('Emails', { exact: true })
  const button = page.getByRole('button', { name: /^Import \d+ Emails$/ })
  await expect(button).toHaveText('Import 0 Emails')
  await button.click()
  await expect(page.getByText('Please enter at least one email')).toBeVisible()
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)
  await field.fill('nobody\nno@mail')
  await expect(page.getByText('Please enter at least one email')).toBeHidden()
  await button.click()
  await expectToast(page, {
    title: 'No Valid Emails',
    text: 'Please enter valid email addresses (one per line)',
    variant: 'destructive',
  })

  await page.getByRole('button', { name: 'Copy example' }).click()
  await expectToast(page, { title: 'Copied!', text: 'Example data copied to clipboard' })
  await field.fill('')
  await field.focus()
  await field.press('Control+V')
  await expect(button).toHaveText('Import 3 Emails')

  const bad = Array.from({ length: 7 }, (_, row) => `a${row}@-${word}.com`)
  const lines = [
    `one.${word}@example.com`,
    `"Dlamini","Sipho","two.${word}@example.com","Karoo Coffee, Ltd"`,
    `Lindiwe <three.${word}@example.com> and four.${word}@example.com`,
    `ONE.${word}@example.com`,
    'no@mail',
    `Research <r&d.${word}@example.com>`,
    ...bad,
  ]
  await dropFile(field, 'emails.txt', lines.join('\r\n'))
  await expect(button).toHaveText('Import 11 Emails')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('11 rows checked')).toBeVisible()
  expect(await readVerdicts(page)).toEqual(['All 11', 'New 3', 'Duplicate 1', 'Invalid 7'])
  await expect(preview.getByText('1 line with an @ but no email')).toBeVisible()
  await expect(preview.getByText(`will be skipped: r&d.${word}@example.com`)).toBeVisible()
  await preview.getByRole('button', { name: 'Put each email on its own line' }).click()
  await expect(button).toHaveText('Import 12 Emails')
  await expect(preview.getByText('12 rows checked')).toBeVisible()
  await expectNoAxeViolations(page)

  await button.click()
  await expectToast(page, {
    title: 'Import Complete',
    text: '4 emails imported successfully, 1 duplicates skipped',
  })
  expect(await readCounts(page)).toEqual({ Imported: '4', Duplicates: '1' })
  const list = page.getByRole('region', { name: 'Errors (8)' })
  const errors = list.getByRole('listitem')
  await expect(errors).toHaveCount(6)
  await expect(errors.first()).toHaveText(
    `Row 7: r&d.${word}@example.com contains characters that cannot be imported, so this row was skipped`,
  )
  await expect(errors.nth(1)).toHaveText(`Row 8: Valid email is required, found "${bad[0]}"`)
  await expect(errors.last()).toHaveText('+ 3 more errors')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [drawn, undrawn] = await measureDrawnAndUndrawn(list)
    expect(undrawn, 'nothing below moves when lines are drawn').toBeCloseTo(drawn, 0)
  }
  await expectNoAxeViolations(page)

  const failed = await download(
    page,
    page.getByRole('button', { name: 'Download the failed rows' }),
  )
  expect(failed.name).toBe('emails-to-correct.csv')
  await dropFile(field, failed.name, failed.text.replaceAll('@-', '@').replace('r&d', 'r_d'))
  await expect(button).toHaveText('Import 8 Emails')
  await button.click()
  await expectToast(page, {
    title: 'Import Complete',
    text: '8 emails imported successfully, 0 duplicates skipped',
  })
  await expect(page.getByText('8 emails', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /^Undo the import of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expectToast(page, {
    title: 'Import Undone',
    text: '8 entries removed, 0 restored.',
  })

  await field.fill('thandi@example.com')
  await context.clearCookies()
  await returnToTab(page, page.getByRole('heading', { name: 'Admin Login Required' }))
  await username.fill(greenroom.adminUsername)
  await password.fill(greenroom.adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(field).toHaveValue('thandi@example.com')
})
