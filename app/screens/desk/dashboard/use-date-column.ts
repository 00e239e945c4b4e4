import { useMemo } from 'react'
import { formatEventDate } from '#shared/event-time.ts'
import type { TableColumn } from '#app/screens/desk/parts/table-column.ts'
import { writeInstant } from '#app/screens/desk/parts/write-csv.ts'
import { useSite } from '#app/components/use-site.ts'

/**
 * A column of moments: shown as a date of the display zone, written down to the second, sorted as
 * moments. `width` in percent.
 */
export function useDateColumn<Row>(
  given: Pick<TableColumn<Row>, 'header' | 'width'> & { none?: string },
  moment: (row: Row) => string | null,
): TableColumn<Row> {
  const { zone } = useSite().site.display
  const { header, width, none } = given
  return useMemo(
    () => ({
      header,
      width,
      text: (row) => writeInstant(moment(row), zone),
      cell: (row) => {
        const eventTime = moment(row)
        return eventTime === null
          ? (none ?? '–')
          : formatEventDate({ eventDate: null, eventTime }, zone, 'medium')?.replaceAll(
              ' ',
              '\u00A0',
            )
      },
      sortKey: (row) => moment(row) ?? '',
      isLatestFirst: true,
    }),
    [header, width, none, moment, zone],
  )
}
