import { queryOptions } from '@tanstack/react-query'
import { arrivingRows, type ListAddress, type RowAt } from './arriving-rows.ts'

/** A list of which rows are shown before all are there. */
export type ArrivingList<Row> = { rows: Row[]; isComplete: boolean }

/** What is shown doubles each time, or grows by what came in a second, of a long list in a few. */
const growth = 2
const patienceMs = (shown: number) => Math.max(1000, shown / 25)

/**
 * A read of a list that is shown as it arrives. While it is read anew, the complete one from before stays
 * until the new one is complete; one that broke off stays until more than its rows are there. `order`: other
 * than the one they come in.
 */
export function listQuery<A extends ListAddress>(
  address: A,
  order?: (one: RowAt<A>, other: RowAt<A>) => number,
) {
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
        const waited = performance.now() - shownAt
        const isDue = rows.length > shown * growth || waited > patienceMs(shown)
        if (rows.length > shown && isDue) {
          // What was in order already takes hardly any time.
          if (order) rows.sort(order)
          client.setQueryData<List>(queryKey, { rows: rows.slice(), isComplete: false })
          shown = rows.length
          shownAt = performance.now()
        }
      }
      if (order) rows.sort(order)
      return { rows, isComplete: true }
    },
  })
}
