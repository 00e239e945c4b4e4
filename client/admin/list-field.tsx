import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'

type ListFieldProps = {
  label: string
  placeholder: string
  text: string
  error?: string | undefined
  isDisabled: boolean
  /** What kinds of files are offered; lists of people unless given. */
  accept?: string
  onText: (text: string) => void
  /** The name of a file that was read. */
  onFile?: (name: string) => void
}

/** Where a list, or another text that comes in files, is typed, pasted, dropped as a file, or chosen as one. */
export function ListField(props: ListFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [news, setNews] = useState<{ text: string; isBad: boolean }>()

  async function take(file: File | undefined) {
    if (!file || props.isDisabled) return
    try {
      props.onText(await readListFile(file))
      props.onFile?.(file.name)
      setNews({ text: `${file.name} is read.`, isBad: false })
    } catch (error) {
      const text =
        error instanceof UnreadableFile ? error.message : `${file.name} could not be read.`
      setNews({ text, isBad: true })
    }
  }

  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(false)
      void take(event.dataTransfer.files[0])
    },
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    void take(target.files?.[0])
    // The same file, corrected meanwhile, must count as another choice.
    target.value = ''
  }

  return (
    <div {...drop} className={isOver ? 'rounded-md outline-3 outline-offset-4 outline-glow' : ''}>
      <TextArea
        label={props.label}
        required
        placeholder={props.placeholder}
        value={props.text}
        error={news?.isBad ? news.text : props.error}
        readOnly={props.isDisabled}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        inputClassName="h-64 resize-y overflow-x-auto font-mono whitespace-pre text-[1rem]! leading-relaxed"
        onChange={({ target }) => {
          setNews(undefined)
          props.onText(target.value)
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <input
          ref={chooser}
          type="file"
          accept={props.accept ?? '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values'}
          hidden
          onChange={choose}
        />
        <Button
          variant="secondary"
          className="px-4! text-small!"
          disabled={props.isDisabled}
          onClick={() => chooser.current?.click()}
        >
          <FileUp aria-hidden size={17} />
          Choose a file
        </Button>
        <output>
          {news && !news.isBad ? (
            news.text
          ) : (
            // Nothing is dropped with a finger.
            <span className="pointer-coarse:hidden">or drop one on the field</span>
          )}
        </output>
      </div>
    </div>
  )
}

const largestFile = 20 * 1024 * 1024

/** A file that cannot be read as a list; the message is for the organiser. */
class UnreadableFile extends Error {}

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
  if (isWordFile(file.name, bytes)) {
    throw new UnreadableFile(
      `${file.name} is a Word file. Open it in Word, save it as plain text (.txt) and choose that file, or copy its text into the field.`,
    )
  }
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

/** A .docx is a zip archive that holds `word/document.xml`; a .doc is told by its name. */
function isWordFile(name: string, bytes: Uint8Array): boolean {
  if (/\.doc[xm]?$/i.test(name)) return true
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  return new TextDecoder('windows-1252').decode(bytes).includes('word/document.xml')
}
