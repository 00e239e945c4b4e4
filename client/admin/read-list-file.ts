/** The text of a file, decoded with one possible encoding. */
export type Reading = {
  /** Name of the encoding as organisers see it, such as `Western (Windows)`. */
  name: string
  text: string
  /** Words of the file that look different in each possible encoding, by which the organiser chooses one. */
  sample: string
}

const largestFile = 20 * 1024 * 1024
/** Number of bytes at the file's start from which the encoding is detected. */
const mostDetected = 64 * 1024
const mostReadings = 4
const mostWords = 4
const wordEnd = /[\s,;|"<>]+/

/** Thrown if a file is too large or is not text. The organiser sees the message. */
export class UnreadableFile extends Error {}

/**
 * Returns the possible decodings of a file, most likely first; more than one if the encoding is ambiguous.
 * Throws UnreadableFile.
 */
export async function readListFile(file: Blob & { name: string }): Promise<Reading[]> {
  if (file.size > largestFile) {
    throw new UnreadableFile(
      `${file.name} is larger than 20 MB. Please import it in several files.`,
    )
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (isWordFile(file.name, bytes)) {
    throw new UnreadableFile(
      `${file.name} is a Word file. Open it in Word, save it as plain text (.txt) and choose that file, or copy its text into the field.`,
    )
  }
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) {
    throw new UnreadableFile(`${file.name} is a spreadsheet. Please save it as CSV first.`)
  }
  if (first === 0xff && second === 0xfe) return [readAs('utf-16le', bytes)]
  if (first === 0xfe && second === 0xff) return [readAs('utf-16be', bytes)]
  if (bytes.includes(0)) {
    const wide = readWide(bytes)
    if (!wide) throw new UnreadableFile(`${file.name} is not a text file.`)
    return [wide]
  }
  try {
    return repairTwice(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return detectReadings(bytes)
  }
}

/** Recognises Word files by their name, and a renamed .docx as a zip archive with `word/document.xml`. */
function isWordFile(name: string, bytes: Uint8Array): boolean {
  if (/\.doc[xm]?$/i.test(name)) return true
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  return new TextDecoder('windows-1252').decode(bytes).includes('word/document.xml')
}

function readAs(label: string, bytes: Uint8Array, name = label): Reading {
  const text = new TextDecoder(label).decode(bytes)
  return { name, text, sample: sampleOf(text) }
}

/** Returns up to four words with non-ASCII letters, which look wrong in a wrong encoding. */
function sampleOf(text: string): string {
  const words = new Set<string>()
  for (const [word] of text
    .slice(0, mostDetected)
    .matchAll(/[^\s,;|"<>]*[^\p{ASCII}\s][^\s,;|"<>]*/gu)) {
    words.add(word)
    if (words.size === mostWords) break
  }
  return [...words].join(', ')
}

/**
 * Decodes UTF-16 without a byte order mark, in which about half of the bytes are 0. Returns undefined if the
 * decoded text has control characters.
 */
function readWide(bytes: Uint8Array): Reading | undefined {
  let odd = 0
  for (let at = 1; at < bytes.length; at += 2) odd += Number(bytes[at] === 0)
  const reading = readAs(odd > bytes.length / 8 ? 'utf-16le' : 'utf-16be', bytes)
  return /[^\P{Cc}\t\r\n]/u.test(reading.text) ? undefined : reading
}

/** Matches UTF-8 text that a program decoded as windows-1252 and saved again, such as `JÃ¼rgen` for `Jürgen`. */
const readTwice = /[ÂÃÄÅ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|Ð[\u0080-\u00BF]/

function repairTwice(text: string): Reading[] {
  const asItIs = { name: 'Text as in the file', text, sample: sampleOf(text) }
  if (!readTwice.test(text)) return [asItIs]
  const places = westernPlaces()
  const bytes = Uint8Array.from(text.replace(/^\uFEFF/, ''), (letter) => places.get(letter) ?? 0)
  try {
    const repaired = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (bytes.includes(0)) return [asItIs]
    return [
      { name: 'Text with repaired letters', text: repaired, sample: sampleOf(repaired) },
      asItIs,
    ]
  } catch {
    return [asItIs]
  }
}

/** Returns a map that encodes windows-1252: each character to its byte. */
function westernPlaces(): Map<string, number> {
  const decoder = new TextDecoder('windows-1252')
  return new Map(Array.from({ length: 256 }, (_, at) => [decoder.decode(Uint8Array.of(at)), at]))
}

const labels: Record<string, string> = {
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp932: 'shift_jis',
}
const names: Record<string, string> = {
  'windows-1252': 'Western European (Windows)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic (Windows)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'koi8-r': 'Cyrillic (KOI8)',
  ibm866: 'Cyrillic (DOS)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese (simplified)',
  big5: 'Chinese (traditional)',
  'euc-kr': 'Korean',
}

/** Matches a non-ASCII symbol or a capital letter inside a word, which are signs of a wrong encoding. */
const garbled =
  /\p{L}[^\p{ASCII}\p{L}\p{M}\p{N}\s’‘–‐‑]|\p{Ll}(?=\P{ASCII})\p{Lu}|[\u0080-\u009F\uFFFD]/u

/**
 * Returns the likely decodings of a file that is neither UTF-8 nor UTF-16. The detection library is loaded for
 * such files only.
 */
async function detectReadings(bytes: Uint8Array): Promise<Reading[]> {
  const { detectAll } = await import('jschardet')
  const found = detectAll(bytes.subarray(0, mostDetected)) as {
    encoding: string | null
    confidence: number
  }[]
  const likely = found.flatMap(({ encoding, confidence }) => {
    const label = encoding?.toLowerCase() ?? ''
    const decoder = labels[label] ?? label
    return decoder in names ? [{ label: decoder, confidence }] : []
  })
  const candidates = [...likely, { label: 'windows-1252', confidence: 0 }].map(
    ({ label, confidence }) => ({ ...readAs(label, bytes, names[label]), confidence }),
  )
  const [clean, odd] = [true, false].map((isClean) =>
    candidates.filter(({ sample }) => garbled.test(sample) !== isClean),
  )
  const ordered = [...(clean ?? []), ...(odd ?? [])]
  const least = (ordered[0]?.confidence ?? 0) / 2
  const readings = ordered
    .filter(({ text }, at) => ordered.findIndex((other) => other.text === text) === at)
    .filter(({ confidence }, at) => at === 0 || confidence > least)
    .slice(0, mostReadings)
  return readings.length > 1 ? showDifferences(readings) : readings
}

/**
 * Compares the texts that a file has in several character encodings, and sets `sample` of each to the words that
 * differ most, by which an administrator chooses the right encoding.
 */
function showDifferences(readings: Reading[]): Reading[] {
  const words = readings.map(({ text }) => text.slice(0, mostDetected).split(wordEnd))
  const places = new Map<string, { at: number; count: number }>()
  for (const [at, word] of (words[0] ?? []).entries()) {
    const count = new Set(words.map((others) => others[at])).size
    if (count > 1 && !places.has(word)) places.set(word, { at, count })
  }
  const shown = [...places.values()].sort((a, b) => b.count - a.count).slice(0, mostWords)
  return readings.map((reading, one) => ({
    ...reading,
    sample: shown.map(({ at }) => words[one]?.[at] ?? '').join(', '),
  }))
}
