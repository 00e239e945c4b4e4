import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { type Reading, readListFile, UnreadableFile } from './read-list-file.ts'

type ListFieldProps = {
  label: string
  placeholder: string
  text: string
  error?: string | undefined
  isDisabled: boolean
  /** The `accept` attribute of the file chooser. Default: CSV, TSV, TXT and XLS files. */
  accept?: string
  onText: (text: string) => void
  /** Called with the name of each file whose text was loaded into the field. */
  onFile?: (name: string) => void
}

/** A text area that the administrator can fill from a text file, by drag and drop or with a file chooser. */
export function ListField(props: ListFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)

  // Text that was pasted before the page's scripts ran: React would replace it by the empty state.
  useLayoutEffect(() => {
    const typed = area.current!.value
    if (typed !== props.text) props.onText(typed)
    // oxlint-disable-next-line react/exhaustive-deps -- only once, when the scripts take over
  }, [])
  const [isOver, setIsOver] = useState(false)
  const [news, setNews] = useState<{ text: string; isBad: boolean }>()
  /** Possible decodings of a file whose encoding is ambiguous. */
  const [unsure, setUnsure] = useState<{ file: string; readings: Reading[] }>()

  async function take(file: File | undefined) {
    if (!file || props.isDisabled) return
    try {
      const readings = await readListFile(file)
      hand(file.name, readings[0])
      setUnsure(readings.length > 1 ? { file: file.name, readings } : undefined)
      setNews({ text: `${file.name} loaded.`, isBad: false })
    } catch (error) {
      const text =
        error instanceof UnreadableFile ? error.message : `${file.name} could not be read.`
      setNews({ text, isBad: true })
    }
  }

  function hand(name: string, reading: Reading | undefined) {
    props.onText(reading?.text ?? '')
    props.onFile?.(name)
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
    // Reset the file input: otherwise browsers send no change event if the same file, edited meanwhile, is chosen
    // again.
    target.value = ''
  }

  return (
    <div {...drop} className={isOver ? 'rounded-md outline-3 outline-offset-4 outline-glow' : ''}>
      <TextArea
        ref={area}
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
          setUnsure(undefined)
          props.onText(target.value)
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <input
          ref={chooser}
          type="file"
          accept={
            props.accept ?? '.csv,.tsv,.txt,.xls,text/csv,text/plain,text/tab-separated-values'
          }
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
            // Do not mention dropping a file on touch screens, which have no drag and drop.
            <span className="pointer-coarse:hidden">or drag a file onto the field</span>
          )}
        </output>
      </div>
      {unsure && props.text !== '' && (
        <EncodingChoice
          {...unsure}
          text={props.text}
          isDisabled={props.isDisabled}
          onChoose={(reading) => hand(unsure.file, reading)}
        />
      )}
    </div>
  )
}

type EncodingChoiceProps = {
  file: string
  readings: Reading[]
  text: string
  isDisabled: boolean
  onChoose: (reading: Reading) => void
}

/** Asks the administrator which of several possible encodings makes a file's text look right. */
function EncodingChoice({ file, readings, text, isDisabled, onChoose }: EncodingChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mt-3 rounded-lg border border-line bg-surface p-4 text-small">
      <legend className="float-left font-semibold">Letters of the file</legend>
      <p className="clear-both text-muted">
        {`${file} does not say how its letters are stored (encoding). Choose the line that looks right.`}
      </p>
      {readings.map((reading) => (
        <label key={reading.name} className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0 accent-accent-edge"
            checked={reading.text === text}
            disabled={isDisabled}
            onChange={() => onChoose(reading)}
          />
          <span className="min-w-0 wrap-anywhere">
            {reading.sample} <span className="text-muted">{reading.name}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
