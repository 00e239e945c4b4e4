import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { readListFile, UnreadableFile } from './read-list-file.ts'

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
        wrap="off"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        inputClassName="h-64 resize-y font-mono text-[1rem]! leading-relaxed"
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
        <output>{news && !news.isBad ? news.text : <DropHint />}</output>
      </div>
    </div>
  )
}

/** Nothing is dropped with a finger. */
function DropHint() {
  return <span className="pointer-coarse:hidden">or drop one on the field</span>
}
