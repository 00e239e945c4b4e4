import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

type ImportErrorsProps = {
  /** What they are called. */
  title?: string
  errors: string[]
  /** How many are shown at most; without it all of them. */
  most?: number
}

/** What went wrong, a line for each row. */
export function ImportErrors({
  title: name = 'Errors',
  errors,
  most = errors.length,
}: ImportErrorsProps) {
  const title = `${name} (${errors.length.toLocaleString('en')})`
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
            + {more.toLocaleString('en')} more{name === 'Errors' ? ' errors' : ''}
          </ScrollingLine>
        )}
      </ScrollingList>
    </>
  )
}
