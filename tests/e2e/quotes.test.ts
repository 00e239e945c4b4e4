import { createWithAnswerLinks } from './support/answer-links.ts'
import { signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { waitForLife } from './support/landing.ts'
import { queryDatabase } from './support/members.ts'

const shortened = 'The part about pricing changed how I sell. …'

test('a comment becomes a testimonial with its author’s permission, and its link withdraws it', async ({
  page,
  browser,
  startOwn,
  expectConsoleError,
}) => {
  test.setTimeout(180_000)
  const own = await startOwn()
  await signIn(page, own)
  const { id, links } = await createWithAnswerLinks(page, own, ['zola'])
  const answers = links[0]!

  await page.goto(`${answers}?value=1`)
  await waitForLife(page)
  await expect(page.getByRole('group', { name: 'May we quote your comment?' })).toHaveCount(0)
  await page
    .getByLabel('Comment')
    .fill('The part about pricing changed how I sell.\nThe sound was bad at first.')
  await expect(page.getByRole('radio', { name: 'Do not quote me' })).toBeChecked()
  await page.getByRole('radio', { name: 'With my name' }).check()
  await expectNoAxeViolationsFromTop(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your answer' })).toBeVisible()
  await expect(page.getByText('With my name')).toBeVisible()

  const results = `${own.url}/admin/events/${id}/results`
  await signIn(page, own)
  await page.goto(results)
  const comments = page.getByRole('list', { name: 'Comments' })
  await expect(comments).toContainText('May be quoted with the name.')
  await comments.getByRole('button', { name: 'Make a testimonial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a testimonial' })
  const quote = dialog.getByLabel('Quote')
  await quote.fill('The sound was not bad. …')
  expectConsoleError(/400/)
  await dialog.getByRole('button', { name: 'Publish testimonial' }).click()
  await expect(dialog.getByText('Use whole words of the comment in their order')).toBeVisible()
  await quote.fill(shortened)
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Publish testimonial' }).click()
  await expect(comments).toContainText(`On the site: “${shortened}”`)
  await expectNoAxeViolationsFromTop(page)

  const visitor = await browser.newPage()
  const shown = visitor.locator('figure', { hasText: shortened })
  await visitor.goto(own.url)
  await waitForLife(visitor)
  await expect(shown).toHaveText(`${shortened}Zola Nkosi`)
  await expect(shown.getByText('Five out of five stars')).toHaveCount(0)
  await expectNoAxeViolationsFromTop(visitor)

  const findLink = async () => {
    const [mail] = await queryDatabase<{ text: string | null }>(
      own,
      `select kept ->> 'text' as text from outbox_entries where kind = 'quote_published'`,
    )
    return /\S+\/answers\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(findLink, { timeout: 60_000 }).toContain('/answers/')
  const link = `${own.url}${new URL(await findLink()).pathname}`
  // A scanner: HEAD and GET, and a script that clicks without a press.
  await page.request.head(link)
  await page.request.get(link)
  await page.goto(link)
  await waitForLife(page)
  await expect(page.getByText(shortened)).toBeVisible()
  const withdraw = page.getByRole('button', { name: 'Withdraw quote' })
  await withdraw.evaluate((button: HTMLButtonElement) => button.click())
  expect(await page.evaluate(() => document.querySelectorAll('form').length)).toBe(0)
  await expectNoAxeViolationsFromTop(page)
  await visitor.reload()
  await expect(shown).toHaveCount(1)

  await withdraw.click()
  await expect(page.getByRole('heading', { name: 'Your quote is withdrawn' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await visitor.reload()
  await expect(visitor.locator('#testimonials figure')).toHaveCount(6)
  await expect(shown).toHaveCount(0)
  await page.goto(results)
  await expect(comments).toContainText('The part about pricing')
  await expect(comments.getByRole('button', { name: 'Make a testimonial' })).toHaveCount(0)

  // Without scripts: the author allows a quote again, and withdraws it by a posted form.
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(answers)
  await plain.getByRole('radio', { name: 'Without my name' }).check()
  await plain.getByRole('button', { name: 'Send answer' }).click()
  await expect(plain.getByText('Without my name')).toBeVisible()
  await plain.getByRole('button', { name: 'Confirm your answer' }).click()
  await expect(plain.getByText('Without my name')).toBeVisible()
  await page.reload()
  await comments.getByRole('button', { name: 'Make a testimonial' }).click()
  await quote.fill(shortened)
  await dialog.getByRole('button', { name: 'Publish testimonial' }).click()
  await expect(comments).toContainText(`On the site: “${shortened}”`)
  await visitor.reload()
  await expect(shown).toHaveText(`${shortened}Attendee`)
  await plain.goto(link)
  await plain.getByRole('button', { name: 'Withdraw quote' }).click()
  await expect(plain.getByRole('heading', { name: 'Your quote is withdrawn' })).toBeVisible()
  await visitor.reload()
  await expect(shown).toHaveCount(0)
  await visitor.close()
  await context.close()
})
