import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteFirstUse } from './served-page-again.tsx'

if (import.meta.env.DEV) {
  // What start-after-paint.ts does for visitors.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  // Styles are changed while the page is open.
  void import('./styles.css')
}

startTransition(() => {
  const root = hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
  noteFirstUse(root)
})
