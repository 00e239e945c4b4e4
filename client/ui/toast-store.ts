import { useSyncExternalStore } from 'react'

export type ToastVariant = 'default' | 'destructive'

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  variant: ToastVariant
  /** Milliseconds until the toast disappears. */
  duration: number
  leaving: boolean
  /** Whether a press on the toast selects its whole description, for manual copying. */
  isForCopying?: boolean | undefined
}

type ToastState = { toast: Toast | null; regions: readonly symbol[] }

const defaultDuration = 5000
const fadeMs = 160

let state: ToastState = { toast: null, regions: [] }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Epoch milliseconds at which the toast's timer was last started; null while the timer is paused. */
let runningSince: number | null = null
let remaining = 0

const listeners = new Set<() => void>()

function setState(next: Partial<ToastState>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** Shows a toast in place of the current one: at most one is visible. */
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

/** Shows a red toast with the title of the error and a description of its reason or remedy. */
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

/** Closes the visible toast if it reports an error. Called once the error is resolved. */
export function dismissFailure() {
  if (state.toast?.variant === 'destructive') dismissToast()
}

/** Starts or resumes the toast's timer. */
export function runToastClock() {
  if (!state.toast || state.toast.leaving || runningSince !== null) return
  runningSince = Date.now()
  timer = setTimeout(dismissToast, remaining)
}

/** Pauses the toast's timer. Called when the toast receives hover or focus, or the window becomes inactive. */
export function holdToastClock() {
  if (!state.toast || state.toast.leaving || runningSince === null) return
  clearTimeout(timer)
  remaining = Math.max(1000, remaining - (Date.now() - runningSince))
  runningSince = null
}

/**
 * Registers a toast region and returns a function that removes it. Only the region registered last shows the
 * toast: the topmost dialog's, or without a dialog the page's.
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
