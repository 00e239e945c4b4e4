const largestFile = 20 * 1024 * 1024

/** A file that cannot be read as a list; the message is for the organiser. */
export class UnreadableFile extends Error {}

/**
 * The text of a dropped or chosen file. UTF-8, else UTF-16 where its mark says so, else the Western
 * encoding in which spreadsheets on Windows save CSV. Throws UnreadableFile.
 */
export async function readListFile(file: Blob & { name: string }): Promise<string> {
  if (file.size > largestFile) {
    throw new UnreadableFile(
      `${file.name} is larger than 20 MB. Please import it in several files.`,
    )
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) {
    throw new UnreadableFile(`${file.name} is a spreadsheet. Please save it as CSV first.`)
  }
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new UnreadableFile(`${file.name} is not a text file.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
