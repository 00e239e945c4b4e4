import { z } from 'zod'
import { tidySource } from './lines.ts'

const seconds = z.number().min(0).max(1e6)
const spoken = { text: z.string(), speaker: z.string().nullish() }
const language = z.string().regex(/^[a-z]{2,3}$/)

/**
 * JSON of Whisper, WhisperX and OpenAI's `verbose_json`, with times in seconds, or of whisper.cpp, in milliseconds.
 */
const file = z.union([
  z.object({
    language: language.optional().catch(undefined),
    segments: z.array(z.object({ start: seconds, end: seconds, ...spoken })).min(1),
  }),
  z
    .object({
      result: z.object({ language }).optional().catch(undefined),
      transcription: z
        .array(z.object({ offsets: z.object({ from: seconds, to: seconds }), ...spoken }))
        .min(1),
    })
    .transform(({ result, transcription }) => ({
      language: result?.language,
      segments: transcription.map(({ offsets: { from, to }, ...rest }) => {
        return { start: from / 1000, end: to / 1000, ...rest }
      }),
    })),
])

/** Converts Whisper's JSON to the lines that Whisper prints, one per segment; undefined for any other text. */
export function readWhisperJson(
  source: string,
): { lines: string[]; language: string | undefined } | undefined {
  if (!/^[\s\uFEFF]{0,9}\{/.test(source)) return undefined
  const read = file.safeParse(parseJson(source.replace(/^\uFEFF/, '')))
  if (!read.success) return undefined
  const lines = read.data.segments.map(({ start, end, text, speaker }) => {
    const name = speaker ? `${speaker}: ` : ''
    const words = tidySource(name + text.trim()).replaceAll('\n', ' ')
    return `[${writeTime(start)} --> ${writeTime(end)}] ${words}`
  })
  return { lines, language: read.data.language }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function writeTime(at: number): string {
  const [hours, rest] = [Math.floor(at / 3600), at % 3600]
  return `${hours}:${new Date(Math.round(rest * 1000)).toISOString().slice(14, 23)}`
}
