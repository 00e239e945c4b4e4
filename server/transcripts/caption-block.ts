/** A stretch of a transcript as it stands in its file, before its words are looked at. */
export type CaptionBlock = {
  startMs: number
  /** Missing where the source names only when something begins. */
  endMs: number | undefined
  /** Who speaks, where the source says so outside of the words. */
  name: string | null
  lines: string[]
}

export type CaptionBlocks = { blocks: CaptionBlock[]; language?: string; warnings: string[] }
