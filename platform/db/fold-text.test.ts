// @module-tag postgres
import { array, constantFrom, sample } from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldText } from '#kernel/fold-text.ts'
import { testApp } from '#tests/support/test-app.ts'

test('the database folds text as the browser does', async () => {
  const { db } = await testApp()
  const letters = constantFrom(
    ...Array.from('aZ09 .-@ÁâÄåÇéÈñÕöüŸŁłØøĐđĦħıİßẞæÆœŒŞșŻžǅﬁ①ΆαΩЖйЁ中ا'),
    'e\u0301',
    "D'Arcy’s",
  )
  const texts = array(letters, { maxLength: 30 }).map((parts) => parts.join(''))
  const cases = [...sample(texts, 500), 'Straße', 'STRASSE', 'Łódź', 'Zoë']
  const { rows } = await db.execute<{ folded: string }>(sql`
    select greenroom_plain(given) as folded
    from unnest(${sql.param(cases)}::text[]) with ordinality as t (given, place) order by place`)
  const fromDatabase = cases.map((text, index) => [text, rows[index]!.folded])
  expect(fromDatabase).toEqual(cases.map((text) => [text, foldText(text)]))
})
