// @module-tag postgres
import { expect, test } from 'vitest'
import { searchLibrary, type FoundInLibrary } from '#features/library/contract.ts'
import { markEnd, markStart } from '#features/library/rules.ts'
import { putTranscript } from '#features/transcripts/contract.ts'
import { buildEvent, buildPerson, buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const lines = [
  [0, 'Amara: Good evening. The price of coffee rose again this year.'],
  [20, 'Zoë: How did you price the first delivery?'],
  [31, 'Amara: I asked what waiting at the border'],
  [36, 'costs a driver, and took half of it.'],
  [58, 'Zoë: The café in Malmö was called Enough.'],
  [90, 'Amara: A border queue teaches you product design.'],
  [200, 'Zoë: Who are you without the company?'],
  [300, 'Amara: We sold the trucks, and bought them back.'],
] as const

function write(said: readonly (readonly [number, string])[]) {
  const clock = (at: number) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`
  return said.map(([at, words]) => `[${clock(at)}] ${words}`).join('\n')
}

async function stage() {
  const app = await testApp()
  const event = await buildRecording(app.db, { title: 'The last mile', speakerName: 'Amara Dike' })
  const admin = await app.asAdmin()
  const member = await app.asMember((await buildPerson(app.db)).email)
  const give = (id: number, text: string, language?: string) =>
    admin.call(putTranscript, { params: { id }, body: { text, ...(language && { language }) } })
  await give(event.id, write(lines))
  async function search(q: string, more = ''): Promise<FoundInLibrary> {
    const url = `${searchLibrary.path}?q=${encodeURIComponent(q)}${more}`
    const response = await member.send({ url })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const marked = (text: string) => text.replaceAll(markStart, '[').replaceAll(markEnd, ']')
  async function first(q: string) {
    const [hit] = (await search(q)).moments
    return hit && [hit.atSeconds, hit.speaker, marked(hit.text)]
  }
  return { ...app, event, give, search, first, member }
}

test('a question leads to the line in which it was asked, in other forms of its words', async () => {
  const { first } = await stage()
  expect(await first('how did you price it')).toEqual([
    20,
    'Zoë',
    'How did you [price] the first delivery?',
  ])
  expect(await first('pricing deliveries')).toEqual([
    20,
    'Zoë',
    'How did you [price] the first [delivery]?',
  ])
})

test('a sentence across two lines is found where it begins, and not at a word said before', async () => {
  const { first } = await stage()
  expect(await first('waiting border costs driver')).toEqual([
    31,
    'Amara',
    'I asked what [waiting] at the [border] [costs] a [driver], and took half of it.',
  ])
})

test('a phrase in quotes is found as it was said, and not in another order', async () => {
  const { search, first } = await stage()
  expect(await first('"border queue"')).toEqual([
    90,
    'Amara',
    'A [border] [queue] teaches you product design.',
  ])
  expect((await search('"queue border"')).moments).toEqual([])
})

test('accents may be typed or left out, in what is typed and in what was said', async () => {
  const { first } = await stage()
  const found = [58, 'Zoë', 'The [café] in [Malmö] was called Enough.']
  expect(await first('cafe malmo')).toEqual(found)
  expect(await first('CAFÉ Malmö')).toEqual(found)
  expect(await first('cafe\u0301 malmo\u0308')).toEqual(found)
})

test('words that occur in every text are found as typed', async () => {
  const { first } = await stage()
  expect(await first('who are you')).toEqual([200, 'Zoë', '[Who are you] without the company?'])
})

test('where nothing is found a near word is offered, if it leads somewhere', async () => {
  const { search } = await stage()
  expect(await search('boarder qeue')).toMatchObject({ moments: [], suggestion: 'border queue' })
  expect(await search('amarra')).toMatchObject({ interviews: [], suggestion: 'amara' })
  expect(await search('xylophone')).toMatchObject({ moments: [], suggestion: null })
})

test('interviews are found by title and guest, beside the moments', async () => {
  const { search, event } = await stage()
  const { interviews } = await search('last mile')
  expect(interviews).toEqual([
    { eventId: event.id, title: 'The last mile', speakerName: 'Amara Dike' },
  ])
})

test('each interview shows three moments at most, and all of them when it is asked for alone', async () => {
  const { db, give, search } = await stage()
  const other = await buildRecording(db)
  const said = Array.from(
    { length: 9 },
    (_, at) => [at * 60, `Point ${at} of the xylophone.`] as const,
  )
  await give(other.id, write(said))
  const found = await search('xylophone')
  expect(found.moments.map(({ eventId }) => eventId)).toEqual([other.id, other.id, other.id])
  expect(found.more).toEqual([other.id])
  const all = await search('xylophone', `&eventId=${other.id}`)
  expect(all.moments).toHaveLength(9)
  expect(all.more).toEqual([])
})

test('a transcript in another language is searched by the forms of that language', async () => {
  const { db, give, first } = await stage()
  const other = await buildRecording(db)
  await give(other.id, '[0:05] Wir haben die Preise der Häuser verglichen.', 'de')
  expect(await first('preis haus')).toEqual([
    5,
    null,
    'Wir haben die [Preise] der [Häuser] verglichen.',
  ])
})

test('recordings outside the library and odd requests are not found', async () => {
  const { db, give, search } = await stage()
  const hidden = await buildEvent(db)
  await give(hidden.id, '[0:05] A zeppelin over the harbour.')
  for (const q of ['zeppelin', '', '   ', '"', '-', '!!!', '<->', 'a:*&|!(', '-price', "'"]) {
    expect([q, (await search(q)).moments]).toEqual([q, []])
  }
})

test.each(['', '?q=price'])('a visitor who searches%s is refused', async (query) => {
  const { newCaller } = await stage()
  const response = await newCaller().send({ url: `${searchLibrary.path}${query}` })
  expect(response.statusCode).toBe(401)
})
