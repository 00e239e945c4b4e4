import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteFirstUse } from './served-page-again.tsx'

if (import.meta.env.DEV) {
  // Forbid zod to use `eval`, as start-after-paint.ts does in production.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  // In development, styles hot-reload while the page is open.
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
