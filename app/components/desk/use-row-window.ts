import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

/** Which rows of a scrolling area are drawn; each is measured once it is. Heights in pixels. */
export function useRowWindow(rows: { id: string }[], likelyHeight: number, beyond: number) {
  const area = useRef<HTMLElement>(null)
  // Lasting as long as the rows do: with a new one all of their places are worked out anew.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here only
  const { getVirtualItems, getTotalSize, measureElement } = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area.current,
    estimateSize: () => likelyHeight,
    getItemKey,
    overscan: beyond,
  })
  return { area, drawn: getVirtualItems(), height: getTotalSize(), measureElement }
}
