import { showCell, type ShownRows } from './table-rows.tsx'
import { useRowWindow } from './use-row-window.ts'

/** The same rows on a telephone: a card each, of which only those in sight are drawn. */
export function TableCards<Row>({ label, rows, columns, keyOf }: ShownRows<Row>) {
  const { area, onKeyDown, drawn, height, measureElement } = useRowWindow(rows, keyOf, {
    likelyHeight: 210,
    beyond: 4,
  })
  const [title, ...facts] = columns
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys scroll it
    <section
      ref={area}
      aria-label={`${label}, rows`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[75vh] overflow-y-auto rounded-lg border border-line bg-surface [overflow-anchor:none]"
    >
      <ul aria-label={label} className="relative" style={{ height: height }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={keyOf(row)}
                ref={measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                className="absolute inset-x-0 top-0 border-b border-line px-4 py-3.5 text-small"
              >
                {title && <p className="font-semibold wrap-anywhere">{showCell(title, row)}</p>}
                <dl className="mt-1 grid gap-y-1">
                  {facts.map((column) => (
                    <div key={column.header} className="grid grid-cols-[5.5rem_1fr] gap-x-3">
                      <dt className="text-muted">{column.header}</dt>
                      <dd className="min-w-0 wrap-anywhere figures">{showCell(column, row)}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
