import type { PublicEvent } from '#shared/contract/events.ts'

/** Which dialog is open, and for which event. Specification, "Landing dialogs". */
export type LandingDialog =
  | { kind: 'register'; event: PublicEvent }
  | { kind: 'learn-more'; event: PublicEvent }
  | { kind: 'watch'; event: PublicEvent | null; mode?: 'register' }
  | { kind: 'join-link'; event: PublicEvent }
  | { kind: 'future'; event: PublicEvent | null }

export type OpenDialog = (dialog: LandingDialog) => void

/** The code of each dialog, loaded when it is wanted. */
const parts = {
  register: () => import('./register-event-dialog.tsx'),
  'learn-more': () => import('./learn-more-dialog.tsx'),
  watch: () => import('#app/components/forms/watch-interview-dialog.tsx'),
  'join-link': () => import('./join-link-dialog.tsx'),
  future: () => import('./future-event-dialog.tsx'),
}

export const loadDialog = parts

/** Fetches a dialog's code as soon as somebody points at, touches or focuses what opens it. */
export function preloadDialog(kind: LandingDialog['kind']) {
  const load = () => void parts[kind]().catch(() => {})
  return { onPointerEnter: load, onFocus: load }
}
