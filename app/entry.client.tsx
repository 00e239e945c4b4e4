import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The security policy allows no eval. Zod is told before the first schema, whatever part loads it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// A page opened before an upgrade asks for files that are gone: the new page has the new names.
window.addEventListener('vite:preloadError', () => window.location.reload())

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
