import { largestTranscript } from '#shared/contract/transcripts.ts'
import type { ZoomConfig } from '#server/settings/provider-settings.ts'
import { GiveUp } from '#server/jobs/outcomes.ts'

/** The token that opens a file is shown to nobody else. */
export function isOfZoom(address: string, { apiUrl }: ZoomConfig): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  const isTheirs = /(^|\.)zoom(gov)?\.(us|com)$/.test(hostname) && protocol === 'https:'
  return isTheirs || origin === new URL(apiUrl).origin
}

/** No transcript is larger; the rest of one that is would only fill the memory. */
export async function readFile(response: Response): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largestTranscript)
      throw new GiveUp('The transcript that Zoom made is larger than 2 MB')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString()
}
