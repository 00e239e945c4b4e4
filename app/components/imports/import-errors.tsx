import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

type ImportErrorsProps = {
  errors: string[]
  /** How many are shown at most; without it all of them. */
  most?: number
}

/** What went wrong, a line for each row. */
export function ImportErrors({ errors, most = errors.length }: ImportErrorsProps) {
  const title = `Errors (${errors.length.toLocaleString('en')})`
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
            + {more.toLocaleString('en')} more errors
          </ScrollingLine>
        )}
      </ScrollingList>
    </>
  )
}
