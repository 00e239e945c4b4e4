import { queryOptions } from '@tanstack/react-query'
import { arrivingRows, type ListAddress, type RowAt } from './arriving-rows.ts'

/** A list of which rows are shown before all are there. */
export type ArrivingList<Row> = { rows: Row[]; isComplete: boolean }

/** What is shown doubles each time, or grows by what came in a second. */
const growth = 2
const patienceMs = 1000

/**
 * A read of a list that is shown as it arrives. While it is read anew, the complete one from before stays
 * until the new one is complete; one that broke off stays until more than its rows are there.
 */
export function listQuery<A extends ListAddress>(address: A) {
  const queryKey = [address.slice(address.indexOf('/'))]
  type List = ArrivingList<RowAt<A>>
  return queryOptions({
    queryKey,
    // A hundred thousand rows are not compared with those before.
    structuralSharing: false,
    async queryFn({ client, signal }): Promise<List> {
      const before = client.getQueryData<List>(queryKey)
      let shown = before?.isComplete ? Infinity : (before?.rows.length ?? 0)
      let shownAt = 0
      const rows: List['rows'] = []
      for await (const some of arrivingRows(address, { signal })) {
        for (const row of some) rows.push(row)
        const isDue = rows.length > shown * growth || performance.now() - shownAt > patienceMs
        if (rows.length > shown && isDue) {
          client.setQueryData<List>(queryKey, { rows: rows.slice(), isComplete: false })
          shown = rows.length
          shownAt = performance.now()
        }
      }
      return { rows, isComplete: true }
    },
  })
}
