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
  /** A press selects the whole description, for manual copying. */
  isForCopying?: boolean | undefined
}

type ToastState = { toast: Toast | null; regions: readonly symbol[] }

const defaultDuration = 5000
const fadeMs = 160

let state: ToastState = { toast: null, regions: [] }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** When the toast's timer was started; null while it is paused. */
let runningSince: number | null = null
let remaining = 0

const listeners = new Set<() => void>()

function setState(next: Partial<ToastState>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** Shows a toast and replaces the current one: at most one is visible. */
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

/** Shows an error toast with a reason or remedy. */
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

/** Closes an error toast after its problem was solved. */
export function dismissFailure() {
  if (state.toast?.variant === 'destructive') dismissToast()
}

/** Starts or resumes the toast's timer. */
export function runToastClock() {
  if (!state.toast || state.toast.leaving || runningSince !== null) return
  runningSince = Date.now()
  timer = setTimeout(dismissToast, remaining)
}

/** Pauses the timer while the toast has hover or focus, or the window is inactive. */
export function holdToastClock() {
  if (!state.toast || state.toast.leaving || runningSince === null) return
  clearTimeout(timer)
  remaining = Math.max(1000, remaining - (Date.now() - runningSince))
  runningSince = null
}

/** Registers a region. The last one shows the toast: that of the topmost dialog, else the page's. */
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
