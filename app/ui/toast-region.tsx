import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

import {
  claimToasts,
  dismissToast,
  holdToastClock,
  runToastClock,
  useToastState,
} from './toast-store.ts'
import { ToastCard } from './toast-card.tsx'

/**
 * The place where toasts appear; F8 focuses it. The page has one, and so has every open dialog:
 * what lies outside a modal dialog is inert, so a toast must be inside it to be reached. On a telephone it
 * is at the top of the page and at the foot of a dialog, whose heading stays to be read.
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
        // Prevented, so that the dialog around it does not close as well.
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

  /** The clock stands still while somebody points at the toast or has the focus here. */
  function resume({ currentTarget, relatedTarget }: FocusEvent | PointerEvent) {
    const isStillIn = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!isStillIn && !currentTarget.matches(':hover, :focus-within')) runToastClock()
  }

  const shown = isOnTop ? toast : null
  const card = shown && <ToastCard key={shown.id} toast={shown} onLeave={returnFocus} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it notices looks, not presses
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
