import { type DragEvent, type PointerEvent, useRef, useState } from 'react'

const threshold = 50
/** Below this a press is still a press, so that buttons inside keep working. */
const slack = 6

/**
 * Follows a swipe to the right and calls `onAway` when it ends past 50 px (Specification, "Refusals
 * and toasts").
 */
export function useSwipeAway(onAway: () => void) {
  const [distance, setDistance] = useState(0)
  const start = useRef<{ x: number; y: number; swiping: boolean } | null>(null)

  function begin(event: PointerEvent<HTMLElement>) {
    if (event.button === 0) start.current = { x: event.clientX, y: event.clientY, swiping: false }
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const from = start.current
    if (!from) return
    const x = event.clientX - from.x
    const isSideways = Math.abs(x) > Math.abs(event.clientY - from.y)
    if (!from.swiping && isSideways && x > slack) {
      from.swiping = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    if (from.swiping) setDistance(Math.max(0, x))
  }

  function end(event: PointerEvent<HTMLElement>) {
    const from = start.current
    start.current = null
    if (from?.swiping && event.type === 'pointerup' && event.clientX - from.x > threshold) onAway()
    else setDistance(0)
  }

  return {
    distance,
    isSwiping: distance > 0,
    handlers: {
      onPointerDown: begin,
      onPointerMove: follow,
      onPointerUp: end,
      onPointerCancel: end,
      // Selected text would be dragged along instead, and the swipe would end.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  }
}
