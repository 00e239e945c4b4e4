import { X } from 'lucide-react'
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
} from 'react'
import {
  claimToasts,
  dismissToast,
  holdToastClock,
  runToastClock,
  useToastState,
  type Toast,
} from './toast-store.ts'

/**
 * The region in which toasts appear; F8 focuses it. The page and every open dialog have one, because everything
 * outside a modal dialog is inert. On small screens the region is at the top of a page and at the bottom of a
 * dialog.
 */
export function ToastRegion({ isInDialog = false }: { isInDialog?: boolean }) {
  const [region] = useState(() => Symbol('toast region'))
  const { toast, regions } = useToastState()
  const section = useRef<HTMLElement>(null)
  const focusBefore = useRef<Element | null>(null)
  const isOnTop = regions.at(-1) === region

  useEffect(() => claimToasts(region), [region])

  useEffect(() => {
    if (!isOnTop) return undefined
    function listen(event: KeyboardEvent) {
      const { activeElement } = document
      const isInside = section.current?.contains(activeElement)
      if (event.key === 'F8') {
        if (!isInside) focusBefore.current = activeElement
        section.current?.focus()
      } else if (event.key === 'Escape' && isInside) {
        // Escape closes the toast; its default would close the dialog that contains the toast.
        event.preventDefault()
        dismissToast()
      }
    }
    document.addEventListener('keydown', listen)
    window.addEventListener('blur', holdToastClock)
    window.addEventListener('focus', runToastClock)
    return () => {
      document.removeEventListener('keydown', listen)
      window.removeEventListener('blur', holdToastClock)
      window.removeEventListener('focus', runToastClock)
    }
  }, [isOnTop])

  function returnFocus() {
    if (!section.current?.contains(document.activeElement)) return
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus()
  }

  /** Resumes the toast's timer unless the pointer or the focus is still on the toast. */
  function resume({ currentTarget, relatedTarget }: FocusEvent | PointerEvent) {
    const isStillIn = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!isStillIn && !currentTarget.matches(':hover, :focus-within')) runToastClock()
  }

  const shown = isOnTop ? toast : null
  useYield(shown?.id, section)
  const card = shown && <ToastCard key={shown.id} toast={shown} onLeave={returnFocus} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus pause the timer
    <section
      ref={section}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onPointerEnter={holdToastClock}
      onPointerLeave={resume}
      onFocus={holdToastClock}
      onBlur={resume}
      className={`pointer-events-none fixed inset-x-0 ${isInDialog ? 'bottom-0' : 'top-0'} z-50 p-3 outline-none sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-[26rem] sm:p-5 [&:focus-visible>div]:outline-3`}
    >
      <div
        aria-live="polite"
        aria-atomic="true"
        className="rounded-lg outline-offset-4 outline-glow"
      >
        {shown?.variant === 'default' && card}
      </div>
      <div role="alert" className="rounded-lg outline-offset-4 outline-glow">
        {shown?.variant === 'destructive' && card}
      </div>
    </section>
  )
}

/** The button or link that was activated last; activation by keyboard also dispatches a click event. */
let lastPressed: Element | null = null

if (!import.meta.env.SSR) {
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element) lastPressed = target.closest('a, button')
    },
    true,
  )
}

/** If a new toast would cover the button that was pressed last, moves the toast to the other edge of the screen. */
function useYield(id: number | undefined, region: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { current } = region
    current!.removeAttribute('data-away')
    if (id === undefined) return
    const card = current!.querySelector('[data-toast]')?.getBoundingClientRect()
    const cause = lastPressed?.getBoundingClientRect()
    // No need to compare with the right edge of the toast: a toast always reaches the right edge of the screen.
    const isCovered =
      card && cause && cause.bottom > card.top && cause.top < card.bottom && cause.right > card.left
    current!.toggleAttribute('data-away', Boolean(isCovered))
  }, [id, region])
}

/** A toast, closed by a timer, its button, Escape, or a swipe of 50 px to the right. */
function ToastCard({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
  const { distance, isSwiping, handlers } = useSwipeAway(dismissToast)

  useEffect(() => {
    if (toast.leaving) onLeave()
  }, [toast.leaving, onLeave])

  const edge = toast.variant === 'destructive' ? 'border-l-danger' : 'border-l-line-strong'
  return (
    <div
      data-toast={toast.variant}
      {...handlers}
      style={{ transform: `translateX(${distance}px)` }}
      className={`pointer-events-auto relative touch-pan-y rounded-md border border-l-4 border-line ${edge} animate-lights-up bg-raised py-3.5 pr-14 pl-4 text-ink shadow-float transition-opacity duration-150 select-none ${isSwiping ? '' : 'transition-[opacity,transform]'} ${toast.leaving ? 'opacity-0' : ''}`}
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description && (
        <p
          className={`mt-0.5 text-small wrap-anywhere text-muted ${toast.isForCopying ? 'select-all' : ''}`}
        >
          {toast.description}
        </p>
      )}
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={dismissToast}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-md text-muted hover:text-ink"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}

const threshold = 50
/** Pixels of pointer movement up to which a swipe counts as a press, so that the toast's button works. */
const slack = 6

/** Tracks a swipe of an element to the right, and calls `onAway` if the swipe ends beyond 50 px. */
function useSwipeAway(onAway: () => void) {
  const [distance, setDistance] = useState(0)
  const start = useRef<{ x: number; y: number; swiping: boolean } | null>(null)

  function begin(event: PointerEvent<HTMLElement>) {
    if (event.button === 0) start.current = { x: event.clientX, y: event.clientY, swiping: false }
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const from = start.current
    if (!from) return
    // If the pointer was released outside the toast before pointer capture began, no event reported it: check the
    // buttons here.
    if (event.buttons === 0) return end(event)
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
      // Prevent the browser from dragging selected text, which would end the swipe.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  }
}
