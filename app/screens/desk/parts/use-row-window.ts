import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useRef } from 'react'

/**
 * Which rows of a scrolling area are drawn; each is measured once it is. Heights in pixels. `onKeyDown`
 * belongs on the area.
 */
export function useRowWindow<Row>(
  rows: Row[],
  keyOf: (row: Row) => string | number,
  { likelyHeight, beyond }: { likelyHeight: number; beyond: number },
) {
  const area = useRef<HTMLElement>(null)
  // Lasting as long as the rows do: with a new one all of their places are worked out anew.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    [rows, keyOf],
  )
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here only
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area.current,
    estimateSize: () => likelyHeight,
    getItemKey,
    overscan: beyond,
  })
  // The browser's own jump ends where it thought the last row was: rows grow as they are measured.
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Home') virtualizer.scrollToIndex(0, { align: 'start' })
    else if (event.key === 'End') virtualizer.scrollToEnd()
    else return
    event.preventDefault()
  }
  const { getVirtualItems, getTotalSize, measureElement } = virtualizer
  return { area, onKeyDown, drawn: getVirtualItems(), height: getTotalSize(), measureElement }
}
