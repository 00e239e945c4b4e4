import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

/** What kept a row out, and what was shortened in one that went in. */
const words = {
  errors: { title: 'Errors', more: 'more errors' },
  cut: { title: 'Cut shorter', more: 'more' },
}

type ImportErrorsProps = {
  about?: keyof typeof words
  errors: string[]
  /** How many are shown at most; without it all of them. */
  most?: number
}

/** What went wrong, a line for each row. */
export function ImportErrors({
  about = 'errors',
  errors,
  most = errors.length,
}: ImportErrorsProps) {
  const title = `${words[about].title} (${errors.length.toLocaleString('en')})`
  const more = errors.length - most
  return (
    <>
      <h3 className="mt-5 mb-2 font-sans font-semibold text-danger">{title}</h3>
      <ScrollingList label={title} className="max-h-80">
        {errors.slice(0, most).map((error) => (
          <ScrollingLine key={error}>{error}</ScrollingLine>
        ))}
        {more > 0 && (
          <ScrollingLine className="font-semibold">
            + {more.toLocaleString('en')} {words[about].more}
          </ScrollingLine>
        )}
      </ScrollingList>
    </>
  )
}
