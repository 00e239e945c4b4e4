import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { MemberTranscript } from '#shared/contract/transcripts.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** The member's answer in its smallest form; made once, when it is stored. */
export function compressAnswer(answer: MemberTranscript): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(answer))
  return compress(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  })
}

export async function expandAnswer(compressed: Buffer): Promise<MemberTranscript> {
  return JSON.parse((await decompress(compressed)).toString()) as MemberTranscript
}
