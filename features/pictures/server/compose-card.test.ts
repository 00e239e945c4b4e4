import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cardSizes, type CardSize } from '#features/pictures/rules.ts'
import { finishedLooks } from '#kernel/look.ts'
import { siteSchema, type Site } from '#kernel/site.ts'
import type { Box, Card } from '#platform/pictures/card.ts'
import type { PlacedText } from '#platform/pictures/draw-card.ts'
import { fontSettings } from '#platform/pictures/variant-maker.ts'
import { composeCard } from './compose-card.ts'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const words = 'The founder who sold her company three times before anyone believed her numbers '

/** Titles and names that are long, short, or written in other scripts. */
const hard: [title: string, guest: string, role?: string][] = [
  ['Go', 'Bo', 'X'],
  ['1', 'Ł'],
  ['Pricing is a conversation', 'Amara Okafor', 'Founder and CEO, Ledgerline'],
  [words.repeat(3).slice(0, 200).trim(), 'Li'],
  [
    words.repeat(3).slice(0, 200).trim(),
    `Maximiliane ${longWord}`.slice(0, 120),
    words.repeat(2).slice(0, 120),
  ],
  [longWord, longWord, longWord],
  ['W'.repeat(200), 'W'.repeat(120), 'W'.repeat(120)],
  [`${longWord} und ${longWord}`, 'Jörg'],
  ['i '.repeat(100).trim(), 'i '.repeat(60).trim()],
  [
    'Łódź, Škoda și Žižkov: începuturi',
    'Grzegorz Brzęczyszczykiewicz',
    'Założyciel, Żółw sp. z o.o.',
  ],
  ['Žluťoučký kůň úpěl ďábelské ódy', 'Přemysl Řeřicha'],
  ['İstanbul’da şirket kurmak', 'Çağrı Gökçeoğlu'],
  ['Những bài học từ một công ty khởi nghiệp', 'Nguyễn Thị Ngọc Ánh'],
  ['Ísland: þjóð án fjárfesta', 'Sigríður Þorvaldsdóttir'],
  ['Ā, ģ, ķ un ņ latviešu valodā', 'Jānis Bērziņš'],
  [
    'Почему ценообразование — это разговор',
    'Екатерина Щедрина-Воздвиженская',
    'Основательница «Ёлки»',
  ],
  ['Достопримечательность превысокомногорассмотрительствующий', 'Ян'],
  ['Їжак і ґанок: українські стартапи', 'Євгенія Кочубей-Ґалаґан'],
  ['Љубав и новац', 'Ђорђе Његошевић'],
  ['Бизнес в Алматы: қазақ тілінде', 'Әлия Құрманғалиева'],
  ['Η τιμολόγηση είναι συζήτηση', 'Αλέξανδρος Παπαδιαμαντόπουλος', 'Ιδρυτής, Ωκεανός Α.Ε.'],
  ['Ἐν ἀρχῇ ἦν ὁ λόγος', 'Ὀδυσσεύς'],
  ['Ηλεκτροεγκεφαλογραφήματα '.repeat(8).trim(), 'Ιω'],
  ['תמחור הוא שיחה: איך בנינו חברת SaaS בתל אביב', 'מיכל כהן־לוי', 'מייסדת, Starlight בע״מ'],
  ['שָׁלוֹם', 'בן'],
  ['איך '.repeat(50).trim(), 'אברהם '.repeat(20).trim()],
  ['التسعير محادثة: كيف بنينا شركة برمجيات في القاهرة عام ٢٠٢٦', 'عبد الرحمن بن عبد العزيز الفيصل'],
  ['تمحور', 'علي', 'مؤسس'],
  ['چگونه یک شرکت نرم‌افزاری ساختیم', 'ژاله پورگیلانی'],
  ['ٹیکنالوجی کمپنی کی کہانی', 'ڈاکٹر پرویز ہودبھائی'],
  ['السَّلَامُ عَلَيْكُمْ', 'مُحَمَّد'],
  ['أفاستسقيناكموها '.repeat(12).trim(), 'م'],
  ['English title, ضيف عربي', 'Noor نور'],
  ['עברית and English עם عربي', 'Mixed מעורב'],
  ['🚀 Rockets & <b>markup</b> → “quotes”', 'O’Neil & Sons', 'CEO @ <Co>'],
  ['&amp; <span size="999999">', '</span>', '<![CDATA[x]]>'],
  ['𝔘𝔫𝔦𝔠𝔬𝔡𝔢'.normalize('NFKC'), 'Zoë\u0301\u0302\u0303 Z̴a̴l̴g̴o̴'],
  ['https://example.com/a-very-long-address-without-any-space-in-it?and=a&query=too', 'Url'],
  ['A title\nwith\tlines\u0000 and \u202econtrols', 'Tab\tBed'],
  ['Æøå ÆØÅ fjäll', 'Øyvind Ångström-Kjærgård'],
]

const site = siteSchema.parse(JSON.parse(readFileSync('content/site.json', 'utf8')))
const when = {
  status: 'upcoming',
  eventDate: '2026-12-03',
  eventTime: '2026-12-03T17:00:00.000Z',
  eventEndTime: null,
} as const
const portrait = {
  file: 'content/images/features/pricing.webp',
  format: 'webp',
  size: 1,
  hash: '0',
} as const

function compose(
  [title, speakerName, speakerTitle = '']: (typeof hard)[number],
  { size, isPlain, look }: { size: CardSize; isPlain: boolean; look: Site['look'] },
) {
  const event = { ...when, title, speakerName, speakerTitle }
  const picture = isPlain ? undefined : portrait
  return composeCard(event, { site: { ...site, look }, size, picture })!.card
}

/** Measures cards in a process with the fonts of cards only, as the picture process has them. */
async function measure(
  cards: Card[],
  fonts = fontSettings,
): Promise<{ texts: PlacedText[]; layers: number }[]> {
  const script = fileURLToPath(import.meta.resolve('#tests/support/measure-cards.ts'))
  const env = { FONTCONFIG_FILE: fonts }
  const child = fork(script, { execArgv: [], env, stdio: 'pipe' })
  try {
    child.send(cards)
    const ended = Promise.all([readText(child.stderr!), once(child, 'exit')])
    const [measured] = await Promise.race([
      once(child, 'message'),
      ended.then(([reason]) => Promise.reject(new Error(reason))),
    ])
    return measured
  } finally {
    child.kill()
  }
}

/** Returns the boxes that are not completely inside of the frame. */
function findOutside<Item extends Box>(boxes: Item[], { left, top, width, height }: Box) {
  return boxes.filter(
    (box) =>
      box.left < left ||
      box.top < top ||
      box.left + box.width > left + width ||
      box.top + box.height > top + height,
  )
}

function findOverlaps(texts: PlacedText[]) {
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        (other) =>
          one.left < other.left + other.width &&
          other.left < one.left + one.width &&
          one.top < other.top + other.height &&
          other.top < one.top + one.height,
      ),
  )
}

const frameOf = (size: CardSize) => ({ left: 0, top: 0, ...cardSizes[size] })

test('there are forty hard names and titles', () => {
  expect(hard).toHaveLength(40)
})

test.for([
  ['wide', 'lamplight'],
  ['square', 'lamplight'],
  ['story', 'lamplight'],
  ['wide', 'daylight'],
  ['square', 'daylight'],
  ['story', 'daylight'],
] as const)(
  'forty hard names fit on the %s card in the %s look',
  { timeout: 240_000 },
  async ([size, name]) => {
    const look = finishedLooks[name]
    for (const isPlain of [false, true]) {
      const cards = hard.map((each) => compose(each, { size, isPlain, look }))
      const measured = await measure(cards)
      for (const [at, { texts, layers }] of measured.entries()) {
        const { columns, picture, side } = cards[at]!
        expect([hard[at]![0], findOutside(texts, frameOf(size))]).toEqual([hard[at]![0], []])
        // Series, title, guest and date are always there; each text is inside of its column and beside the picture.
        expect(texts.length).toBeGreaterThanOrEqual(4)
        expect(layers).toBe(texts.length + (picture ? 1 : 0))
        const inColumns = columns.flatMap(({ box }) =>
          texts.filter((text) => findOutside([text], box).length === 0),
        )
        expect(new Set(inColumns)).toEqual(new Set(texts))
        const drawn = picture ? [{ ...picture.box, text: 'picture' }, ...texts] : texts
        expect([hard[at]![0], findOverlaps(drawn)]).toEqual([hard[at]![0], []])
        expect(side).toBe(/^[\u0590-\u06ff]/.test(hard[at]![0]) ? 'right' : 'left')
        // A shortened title ends after a whole word.
        const [title = ''] = columns[1]!.texts.map(({ text }) => text)
        const shown = texts[1]!.text
        const start = shown.replace(/…$/, '')
        expect(title.startsWith(start)).toBe(true)
        expect(title.slice(start.length)).toMatch(shown === title ? /^$/ : /^[\s\p{P}]/u)
      }
    }
  },
)

test('without fonts, a long word fails at once instead of being drawn for ever', async () => {
  const card = compose(hard[6]!, { size: 'wide', isPlain: true, look: finishedLooks.lamplight })
  const settings = join(mkdtempSync(join(tmpdir(), 'greenroom-fonts-')), 'fonts.conf')
  writeFileSync(settings, '<fontconfig></fontconfig>')
  await expect(measure([card], settings)).rejects.toThrow('The fonts of share cards cannot be read')
})

test('a planted text beyond the frame is found', async () => {
  const card = compose(hard[2]!, { size: 'wide', isPlain: true, look: finishedLooks.lamplight })
  const [series, stack] = card.columns
  const moved = { ...stack!, box: { ...stack!.box, left: 900 } }
  const [measured] = await measure([{ ...card, columns: [series!, moved] }])
  expect(findOutside(measured!.texts, frameOf('wide')).map(({ text }) => text)).toContain(
    'Pricing is a conversation',
  )
})
