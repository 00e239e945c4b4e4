import { useSyncExternalStore } from 'react'

export type ToastVariant = 'default' | 'destructive'

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  variant: ToastVariant
  /** Milliseconds until it goes by itself. */
  duration: number
  leaving: boolean
  /** A press selects the description as a whole, to be copied by hand. */
  isForCopying?: boolean | undefined
}

type ToastState = { toast: Toast | null; regions: readonly symbol[] }

const defaultDuration = 5000
const fadeMs = 160

let state: ToastState = { toast: null, regions: [] }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** When the clock was started; null while it is held. */
let runningSince: number | null = null
let remaining = 0

const listeners = new Set<() => void>()

function setState(next: Partial<ToastState>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/**
 * Shows a toast in place of the one that is there: at most one is ever visible (Specification,
 * "Refusals and toasts").
 */
export function showToast(message: {
  title: string
  description?: string | undefined
  variant?: ToastVariant
  duration?: number
  isForCopying?: boolean
}) {
  const { variant = 'default', duration = defaultDuration } = message
  lastId += 1
  clearTimeout(timer)
  runningSince = null
  remaining = duration
  setState({
    toast: { ...message, id: lastId, variant, duration, leaving: false },
  })
  runToastClock()
}

/** Says what failed, and why or what can be done. */
export function showFailure(title: string, description: string) {
  showToast({ title, description, variant: 'destructive' })
}

export function dismissToast() {
  const { toast } = state
  if (!toast || toast.leaving) return
  clearTimeout(timer)
  runningSince = null
  setState({ toast: { ...toast, leaving: true } })
  timer = setTimeout(() => setState({ toast: null }), fadeMs)
}

/** What failed has been made good: its toast goes, whatever time it had left. */
export function dismissFailure() {
  if (state.toast?.variant === 'destructive') dismissToast()
}

/** Starts or resumes the time after which the toast goes. */
export function runToastClock() {
  if (!state.toast || state.toast.leaving || runningSince !== null) return
  runningSince = Date.now()
  timer = setTimeout(dismissToast, remaining)
}

/** Holds that time while somebody points at the toast, has the focus in it, or is elsewhere. */
export function holdToastClock() {
  if (!state.toast || state.toast.leaving || runningSince === null) return
  clearTimeout(timer)
  remaining = Math.max(1000, remaining - (Date.now() - runningSince))
  runningSince = null
}

/**
 * The region claimed last shows the toast: that of the topmost open dialog, else the page's own.
 */
export function claimToasts(region: symbol): () => void {
  setState({ regions: [...state.regions, region] })
  return () => setState({ regions: state.regions.filter((other) => other !== region) })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const emptyState: ToastState = { toast: null, regions: [] }

export function useToastState(): ToastState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => emptyState,
  )
}
