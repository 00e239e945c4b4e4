import { X } from 'lucide-react'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ToastRegion } from './toast-region.tsx'

type DialogProps = {
  onClose: () => void
  title: ReactNode
  /** Text below the title; screen readers announce both when the dialog opens. */
  description?: ReactNode
  size?: 'narrow' | 'medium' | 'wide'
  closeLabel?: string
  children: ReactNode
}

/**
 * Milliseconds after a dialog opens in which a press outside the dialog does not close it: such a press was meant for
 * the page before the dialog appeared.
 */
export const settlingMs = 700

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-4xl' }

/**
 * A modal dialog that is open while it is rendered. The browser makes the rest of the page inert. On close, the
 * element that had the focus before receives it again. `data-autofocus` marks the initial focus.
 */
export function Dialog(props: DialogProps) {
  const titleId = useId()
  const descriptionId = useId()
  const { dialog, backdrop, isAskedTwice } = useModal(props.onClose)

  return (
    <dialog
      ref={dialog}
      {...backdrop}
      aria-labelledby={titleId}
      aria-describedby={props.description ? descriptionId : undefined}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none animate-lights-up overflow-y-auto overscroll-contain bg-transparent p-0 text-ink backdrop:animate-lights-up backdrop:bg-scrim"
    >
      <div data-backdrop className="grid min-h-full grid-cols-1 place-items-center p-3 sm:p-6">
        <div
          className={`w-full ${widths[props.size ?? 'medium']} rounded-lg border border-line bg-raised wrap-break-word shadow-float`}
        >
          <div className="sticky top-0 z-10 flex h-0 justify-end">
            <button
              type="button"
              aria-label={props.closeLabel ?? 'Close'}
              onClick={props.onClose}
              className="mt-2 mr-2 grid size-11 shrink-0 place-items-center rounded-full border border-line bg-raised text-muted hover:text-ink"
            >
              <X aria-hidden size={22} />
            </button>
          </div>
          <div className="px-5 py-6 sm:px-8 sm:py-8">
            <h2
              id={titleId}
              tabIndex={-1}
              data-dialog-title
              className="pr-12 text-heading wrap-anywhere outline-none"
            >
              {props.title}
            </h2>
            {props.description && (
              <div id={descriptionId} className="mt-2 wrap-anywhere text-muted">
                {props.description}
              </div>
            )}
            {props.children}
          </div>
          {isAskedTwice && (
            <output className="sticky bottom-0 block rounded-b-lg border-t border-line bg-raised px-5 py-3 text-small font-semibold sm:px-8">
              Press outside again to close. What you typed is kept.
            </output>
          )}
        </div>
      </div>
      <ToastRegion isInDialog />
    </dialog>
  )
}

/**
 * Opens the `dialog` element as a modal. Escape and a press beside the dialog call `onClose`. Once the visitor
 * has typed into the dialog, the first press beside it only shows a warning.
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const openedAt = useRef(0)
  const isTypedIn = useRef(false)
  const [isAskedTwice, setIsAskedTwice] = useState(false)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    openedAt.current = Date.now()
    const opener = document.activeElement
    const { documentElement: page } = document
    page.style.setProperty('--scrollbar', `${innerWidth - page.clientWidth}px`)
    element.showModal()
    firstFocus(element)?.focus({ preventScroll: true })
    // Close the dialog unless it is open again: `close` events arrive late, and React's strict mode may have reopened
    // the dialog meanwhile.
    const closed = () => element.open || close()
    element.addEventListener('close', closed)
    element.addEventListener('keydown', keepFocusInside)
    return () => {
      element.removeEventListener('close', closed)
      element.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  function isBeside(target: EventTarget) {
    return (
      target instanceof Element &&
      (target === dialog.current || 'backdrop' in (target as HTMLElement).dataset)
    )
  }

  return {
    dialog,
    isAskedTwice,
    backdrop: {
      onInput() {
        isTypedIn.current = true
      },
      onPointerDown(event: PointerEvent) {
        const isMeant = Date.now() - openedAt.current >= settlingMs
        pressedBeside.current = isMeant && isBeside(event.target)
      },
      onClick(event: MouseEvent) {
        if (!pressedBeside.current || !isBeside(event.target)) return
        if (isTypedIn.current && !isAskedTwice) setIsAskedTwice(true)
        else onClose()
      },
    },
  }
}

/**
 * Returns the element to focus first: on touch screens the title instead of a field, because the on-screen
 * keyboard would cover the dialog.
 */
function firstFocus(dialog: HTMLDialogElement) {
  const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const isTouch = matchMedia('(pointer: coarse)').matches
  if (wanted && !(isTouch && wanted.matches('input, textarea'))) return wanted
  return dialog.querySelector<HTMLElement>('[data-dialog-title]')
}

const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), iframe, summary, [tabindex="0"]'

/**
 * Moves the focus from the last control to the first on Tab, and back on Shift+Tab. Otherwise the focus leaves
 * a modal dialog for the browser's own controls, where some browsers lose it.
 */
function keepFocusInside(event: KeyboardEvent) {
  const inside = event.currentTarget
  if (event.key !== 'Tab' || !(inside instanceof HTMLElement)) return
  const controls = [...inside.querySelectorAll<HTMLElement>(tabbable)].filter(
    (control) => control.tabIndex >= 0 && control.getClientRects().length > 0,
  )
  const [from, to] = event.shiftKey
    ? [controls.at(0), controls.at(-1)]
    : [controls.at(-1), controls.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
